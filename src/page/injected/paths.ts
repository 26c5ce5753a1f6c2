/** XPaths in the two styles that WebLINX knows (spec 1.3 and 3.2). */

/** Same-name element siblings: how many, and which one this is (1-based). */
export function position(element: Element): { index: number; total: number } {
  let index = 1;
  let total = 1;
  for (let s = element.previousElementSibling; s; s = s.previousElementSibling)
    if (s.localName === element.localName) {
      index++;
      total++;
    }
  for (let s = element.nextElementSibling; s; s = s.nextElementSibling)
    if (s.localName === element.localName) total++;
  return { index, total };
}

/** Chrome style: `id("x")/div[1]/input[1]`, every step indexed, starting at the nearest ancestor with an id. */
export function chromePath(element: Element): string {
  const steps: string[] = [];
  for (let node: Element | null = element; node; node = node.parentElement) {
    const id = node.getAttribute('id');
    if (id && !id.includes('"')) return [`id("${id}")`, ...steps].join('/');
    steps.unshift(`${node.localName}[${position(node).index}]`);
  }
  return `/${steps.join('/')}`;
}

/** lxml style for all children of one parent at once: an index only where same-name siblings exist. */
export function childSteps(children: readonly Element[]): string[] {
  const totals = new Map<string, number>();
  for (const child of children) totals.set(child.localName, (totals.get(child.localName) ?? 0) + 1);
  const seen = new Map<string, number>();
  return children.map((child) => {
    const name = child.localName;
    const index = (seen.get(name) ?? 0) + 1;
    seen.set(name, index);
    return totals.get(name)! > 1 ? `${name}[${index}]` : name;
  });
}
