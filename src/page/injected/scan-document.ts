/** Scans a document in one pass: all rendered elements in reading order with style, box, visibility and text. */
import { isClobbered, nodeTypeOf, parentNodeOf } from './dom.js';
import { listChildSteps, findPositionAmongSiblings } from './paths.js';
import type { Scan } from './scan.js';
import { scanClobberedForm, scanElement, scanShape, type OpenElement } from './scan-element.js';
import { ScanRecorder } from './scan-recorder.js';

export function scanDocument(): Scan {
  const recorder = new ScanRecorder();
  const body = document.body as HTMLElement | null;
  if (body) {
    const siblings = Array.from(document.documentElement.children);
    const step = listChildSteps(siblings)[siblings.indexOf(body)]!;
    scanTree(recorder, scanElement(recorder, body, { path: `/html/${step}`, pathBaseIndex: -1, parent: -1 }));
  }
  return recorder.toScan();
}

/** Scans a tree with an explicit stack, because deeply nested pages would overflow the call stack. */
function scanTree(recorder: ScanRecorder, root: OpenElement | null): void {
  const stack: OpenElement[] = root ? [root] : [];
  for (let openElement = stack.at(-1); openElement; openElement = stack.at(-1)) {
    if (openElement.nextChildIndex >= openElement.children.length) {
      closeElement(recorder, openElement);
      stack.pop();
      continue;
    }
    const openChild = scanNextChild(recorder, openElement);
    if (openChild) stack.push(openChild);
  }
}

function closeElement(recorder: ScanRecorder, { kind, scannedElement }: OpenElement): void {
  if (kind === 'clobbered-form') recorder.text.addBreak();
  else if (kind === 'shape') recorder.closeWithoutText(scannedElement);
  else recorder.closeElement(scannedElement);
}

/** Scans the next child of an element. @returns the child if its own children must be scanned next; otherwise null */
function scanNextChild(recorder: ScanRecorder, parent: OpenElement): OpenElement | null {
  const { children, steps, pathPrefix, index } = parent;
  if (recorder.isFull()) {
    parent.nextChildIndex = children.length;
    return null;
  }
  const i = parent.nextChildIndex++;
  const child = children[i]!;
  const type = nodeTypeOf(child);
  if (type === 3) {
    if (!parent.isInsideDrawing) recorder.addText(child as Text, parent.scannedElement);
    return null;
  }
  if (type !== 1) return null;
  const element = child as Element;
  const path = `${pathPrefix}/${steps[i]!}`;
  if (isClobbered(element)) return scanClobberedForm(recorder, element, path, parent);
  if (parent.isInsideDrawing)
    return scanShape(recorder, element, { path: `/${steps[i]!}`, pathBaseIndex: index, parent: index });
  const domParent = parentNodeOf(element);
  if (domParent === parent.childrenOwner)
    return scanElement(recorder, element, { path, pathBaseIndex: index, parent: index });
  // A slotted element's path starts at its parent in the light tree, the shadow host.
  const siblingPosition = findPositionAmongSiblings(element);
  const step =
    siblingPosition.total > 1 ? `${element.localName}[${siblingPosition.index}]` : element.localName;
  const hostIndex = recorder.indexByElement.get(domParent as Element) ?? index;
  return scanElement(recorder, element, { path: `/${step}`, pathBaseIndex: hostIndex, parent: index });
}
