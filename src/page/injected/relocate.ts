/**
 * Finds the element that replaced another one when a framework re-rendered it. Only a certain match counts: the
 * same position below a surviving ancestor with the same text, or, without a remembered location, the same path and
 * a unique name.
 */
import { imageOf } from './image-maps.js';
import { deepElements, isShown } from './composed-tree.js';
import { displayNameOf, roleOf } from './names.js';
import { childSteps } from './paths.js';
import { shadowOf } from './text.js';
import { elementByUid, uid } from './uids.js';

interface PathStep {
  parent: WeakRef<ParentNode>;
  step: string;
  /** Whether the parent is a shadow root. */
  inShadow: boolean;
  /** Text of the subtree; distinguishes rows of a list. */
  text: string;
}

interface ElementLocation {
  tag: string;
  role: string;
  name: string;
  steps: PathStep[];
}

const locations = new Map<string, ElementLocation>();
const MAX_STEPS = 12;
const MAX_TEXT_LENGTH = 2_000;

const branchText = (element: Element): string =>
  (element.textContent ?? '').slice(0, MAX_TEXT_LENGTH).replace(/\s+/g, ' ').trim();

function stepOf(element: Element, parent: ParentNode): string {
  const children = Array.from(parent.children);
  return childSteps(children)[children.indexOf(element)] ?? '';
}

function childAt(parent: ParentNode, step: string): Element | null {
  const children = Array.from(parent.children);
  return children[childSteps(children).indexOf(step)] ?? null;
}

/** Remembers the location of an element: its path from the element upwards. */
export function rememberLocation(id: string, element: Element): void {
  const steps: PathStep[] = [];
  let at: Element | null = element;
  while (at && steps.length < MAX_STEPS) {
    const parent: ParentNode | null = at.parentNode;
    if (!parent || parent.nodeType === 9) break;
    const inShadow: boolean = parent.nodeType === 11;
    steps.push({ parent: new WeakRef(parent), step: stepOf(at, parent), inShadow, text: branchText(at) });
    at = inShadow ? ((parent as ShadowRoot).host ?? null) : (parent as Element);
  }
  const role = roleOf(element);
  locations.delete(id);
  locations.set(id, { tag: element.localName, role, name: displayNameOf(element, role), steps });
  // An action needs only the elements that it read itself.
  if (locations.size > 50) locations.delete(locations.keys().next().value!);
}

function isSameElement(element: Element, tag: string, role: string, name: string): boolean {
  return element.localName === tag && roleOf(element) === role && displayNameOf(element, role) === name;
}

function findByLocation({ tag, role, name, steps }: ElementLocation): Element | null {
  for (let i = 0; i < steps.length; i++) {
    const parent = steps[i]!.parent.deref();
    if (!parent || !(parent as Node).isConnected) continue;
    let at = childAt(parent, steps[i]!.step);
    if (!at || branchText(at) !== steps[i]!.text) return null;
    for (let down = i - 1; at && down >= 0; down--) {
      const { step, inShadow } = steps[down]!;
      const root: ParentNode | null = inShadow ? shadowOf(at) : at;
      at = root && childAt(root, step);
    }
    return at && isSameElement(at, tag, role, name) ? at : null;
  }
  return null;
}

function findByPath(path: string): Element | null {
  const steps = path.split('/').slice(2);
  let at: Element | null = document.documentElement;
  let intoShadow = false;
  for (const step of steps) {
    if (!at) return null;
    if (step === '') {
      intoShadow = true;
      continue;
    }
    at = childAt((intoShadow && shadowOf(at)) || at, step);
    intoShadow = false;
  }
  return at;
}

/** @returns uid of the element that replaced `id`; '' if no match is certain */
export function relocate(id: string, path: string, tag: string, role: string, name: string): string {
  const trail = locations.get(id);
  const found = trail ? findByLocation(trail) : findByPath(path);
  if (!found || !isShown(found)) return '';
  if (trail) return uid(found);
  if (!isSameElement(found, tag, role, name) || !name) return '';
  for (const other of deepElements(document))
    if (other !== found && isSameElement(other, tag, role, name) && isShown(other)) return '';
  return uid(found);
}

/** Scrolls the element to the centre of its scroll containers, away from fixed bars at the edges. */
export function scrollToCentre(id: string): boolean {
  const found = elementByUid(id);
  const element = found?.localName === 'area' ? imageOf(found) : found;
  element?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  return element !== null;
}

/** Uid of the control of a label. */
export function labelledControlId(element: Element): string | undefined {
  if (element.localName !== 'label') return undefined;
  const { control } = element as HTMLLabelElement;
  return control ? uid(control) : undefined;
}
