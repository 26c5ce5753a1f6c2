/** Scans a document in one pass: every rendered element in reading order with style, box, visibility and text. */
import { isClobbered, nodeTypeOf, parentNodeOf } from './dom.js';
import { childSteps, position } from './paths.js';
import type { Scan } from './scan.js';
import { scanClobberedForm, scanElement, scanShape, type OpenElement } from './scan-element.js';
import { ScanRecorder } from './scan-recorder.js';

export function scanDocument(): Scan {
  const recorder = new ScanRecorder();
  const body = document.body as HTMLElement | null;
  if (body) {
    const siblings = Array.from(document.documentElement.children);
    const step = childSteps(siblings)[siblings.indexOf(body)]!;
    scanTree(recorder, scanElement(recorder, body, { path: `/html/${step}`, base: -1, parent: -1 }));
  }
  return recorder.toScan();
}

/** Uses an explicit stack, because deeply nested pages would overflow the call stack. */
function scanTree(recorder: ScanRecorder, root: OpenElement | null): void {
  const stack: OpenElement[] = root ? [root] : [];
  for (let open = stack.at(-1); open; open = stack.at(-1)) {
    if (open.nextChild >= open.children.length) {
      close(recorder, open);
      stack.pop();
      continue;
    }
    const child = scanNextChild(recorder, open);
    if (child) stack.push(child);
  }
}

function close(recorder: ScanRecorder, { kind, scanned }: OpenElement): void {
  if (kind === 'clobbered-form') recorder.text.addBreak();
  else if (kind === 'shape') recorder.closeTextless(scanned);
  else recorder.closeElement(scanned);
}

/** Scans the next child of an element. @returns the child if its own children are to be scanned, or null */
function scanNextChild(recorder: ScanRecorder, open: OpenElement): OpenElement | null {
  const { children, steps, pathPrefix, index } = open;
  if (recorder.isFull()) {
    open.nextChild = children.length;
    return null;
  }
  const i = open.nextChild++;
  const child = children[i]!;
  const type = nodeTypeOf(child);
  if (type === 3) {
    if (!open.insideDrawing) recorder.addText(child as Text, open.scanned);
    return null;
  }
  if (type !== 1) return null;
  const element = child as Element;
  const path = `${pathPrefix}/${steps[i]!}`;
  if (isClobbered(element)) return scanClobberedForm(recorder, element, path, open);
  if (open.insideDrawing)
    return scanShape(recorder, element, { path: `/${steps[i]!}`, base: index, parent: index });
  const parentNode = parentNodeOf(element);
  if (parentNode === open.parentNode)
    return scanElement(recorder, element, { path, base: index, parent: index });
  // A slotted element: its path starts at its parent in the light tree, which is the shadow host.
  const at = position(element);
  const step = at.total > 1 ? `${element.localName}[${at.index}]` : element.localName;
  const host = recorder.indexOf.get(parentNode as Element) ?? index;
  return scanElement(recorder, element, { path: `/${step}`, base: host, parent: index });
}
