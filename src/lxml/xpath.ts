/** Computes XPaths of elements in the form of lxml's `getpath`: `/html/body/div[3]/a`. */
import type { LxmlDocument, LxmlElement, LxmlNode } from './tree.js';

/** Returns a function from element to XPath that numbers the siblings of each parent only once. */
export function createPathLookup(document: LxmlDocument): (element: LxmlElement) => string {
  const stepsByElement = new Map<LxmlElement, string>();
  const getStep = (element: LxmlElement): string => {
    if (!stepsByElement.has(element)) assignSteps(element.parent?.children ?? document.roots, stepsByElement);
    return stepsByElement.get(element)!;
  };
  return (element) => {
    const steps: string[] = [];
    for (let ancestor: LxmlElement | null = element; ancestor !== null; ancestor = ancestor.parent)
      steps.push(getStep(ancestor));
    return `/${steps.reverse().join('/')}`;
  };
}

/** Numbers a step (from 1) only if the parent has several children with that tag. */
function assignSteps(siblings: readonly LxmlNode[], steps: Map<LxmlElement, string>): void {
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
