/** Addresses of elements as lxml's `getpath` writes them (spec 3.2): `/html/body/div[3]/a`. */
import type { LxmlDocument, LxmlElement, LxmlNode } from './tree.js';

/** A function that gives an element's address; siblings are counted once, whoever asks. */
export function pathsIn(document: LxmlDocument): (element: LxmlElement) => string {
  const steps = new Map<LxmlElement, string>();
  const stepOf = (element: LxmlElement): string => {
    if (!steps.has(element)) nameSiblings(element.parent?.children ?? document.roots, steps);
    return steps.get(element)!;
  };
  return (element) => {
    const path: string[] = [];
    for (let at: LxmlElement | null = element; at !== null; at = at.parent) path.push(stepOf(at));
    return `/${path.reverse().join('/')}`;
  };
}

/** A number (from 1) only where the parent has several children of that name. */
function nameSiblings(siblings: readonly LxmlNode[], steps: Map<LxmlElement, string>): void {
  const groups = new Map<string, LxmlElement[]>();
  for (const node of siblings) {
    if (node.kind === 'comment') continue;
    const group = groups.get(node.tag);
    if (group === undefined) groups.set(node.tag, [node]);
    else group.push(node);
  }
  for (const [tag, group] of groups)
    group.forEach((element, i) => steps.set(element, group.length === 1 ? tag : `${tag}[${i + 1}]`));
}
