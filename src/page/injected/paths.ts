/** Creates XPaths in the two styles of WebLINX's data: Chrome's style, and the style of Python's lxml. */
import { localNameOf, nodeTypeOf, unclobberedParentOf } from './dom.js';

/** Position among the siblings with the same tag name (1-based), and their number. */
export function findPositionAmongSiblings(element: Element): { index: number; total: number } {
  let index = 1;
  let total = 1;
  for (let sibling = element.previousElementSibling; sibling; sibling = sibling.previousElementSibling)
    if (sibling.localName === element.localName) {
      index++;
      total++;
    }
  for (let sibling = element.nextElementSibling; sibling; sibling = sibling.nextElementSibling)
    if (sibling.localName === element.localName) total++;
  return { index, total };
}

/**
 * Chrome style: `id("x")/div[1]/input[1]`. The path starts at the nearest ancestor with an id, and every step has an
 * index.
 */
export function chromeStyleXPath(element: Element): string {
  const steps: string[] = [];
  for (let node: Element | null = element; node; node = unclobberedParentOf(node)) {
    const id = node.getAttribute('id');
    if (id && !id.includes('"')) return [`id("${id}")`, ...steps].join('/');
    steps.unshift(`${node.localName}[${findPositionAmongSiblings(node).index}]`);
  }
  return `/${steps.join('/')}`;
}

/** The lxml-style steps of all children of one parent. A step has an index only if siblings have the same name. */
export function listChildSteps(children: readonly Node[]): string[] {
  const steps: string[] = [];
  let entriesByName: Map<string, { total: number; first: number }> | null = null;
  for (let i = 0; i < children.length; i++) {
    if (nodeTypeOf(children[i]!) !== 1) {
      steps.push('');
      continue;
    }
    const name = localNameOf(children[i]!);
    entriesByName ??= new Map();
    const entry = entriesByName.get(name);
    if (!entry) {
      entriesByName.set(name, { total: 1, first: i });
      steps.push(name);
      continue;
    }
    if (++entry.total === 2) steps[entry.first] = `${name}[1]`;
    steps.push(`${name}[${entry.total}]`);
  }
  return steps;
}
