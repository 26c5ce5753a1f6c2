/**
 * Finds the element that replaced another one when a framework re-rendered it. The match must be unambiguous. If the
 * old location is remembered, the replacement must have the same position and text below a surviving ancestor.
 * Otherwise it must have the same path and a unique name.
 */
import { imageOf } from './image-maps.js';
import { walkDeepElements, isShown } from './composed-tree.js';
import { displayNameOf, roleOf } from './names.js';
import { listChildSteps } from './paths.js';
import { shadowOf } from './text.js';
import { findElementByUid, getUid } from './uids.js';

interface PathStep {
  parent: WeakRef<ParentNode>;
  step: string;
  /** Whether the parent is a shadow root. */
  isInShadow: boolean;
  /** Text of the subtree. It distinguishes the rows of a list. */
  text: string;
}

interface RememberedLocation {
  tag: string;
  role: string;
  name: string;
  steps: PathStep[];
}

const locations = new Map<string, RememberedLocation>();
const MAX_STEPS = 12;
const MAX_TEXT_LENGTH = 2_000;

const readSubtreeText = (element: Element): string =>
  (element.textContent ?? '').slice(0, MAX_TEXT_LENGTH).replace(/\s+/g, ' ').trim();

function stepOf(element: Element, parent: ParentNode): string {
  const children = Array.from(parent.children);
  return listChildSteps(children)[children.indexOf(element)] ?? '';
}

function findChildAt(parent: ParentNode, step: string): Element | null {
  const children = Array.from(parent.children);
  return children[listChildSteps(children).indexOf(step)] ?? null;
}

/** Remembers the location of an element as its path upwards. */
export function rememberLocation(id: string, element: Element): void {
  const steps: PathStep[] = [];
  let current: Element | null = element;
  while (current && steps.length < MAX_STEPS) {
    const parent: ParentNode | null = current.parentNode;
    if (!parent || parent.nodeType === 9) break;
    const isInShadow: boolean = parent.nodeType === 11;
    steps.push({
      parent: new WeakRef(parent),
      step: stepOf(current, parent),
      isInShadow,
      text: readSubtreeText(current),
    });
    current = isInShadow ? ((parent as ShadowRoot).host ?? null) : (parent as Element);
  }
  const role = roleOf(element);
  locations.delete(id);
  locations.set(id, { tag: element.localName, role, name: displayNameOf(element, role), steps });
  // An action relocates only elements that it has just read.
  if (locations.size > 50) locations.delete(locations.keys().next().value!);
}

function hasTagRoleAndName(element: Element, tag: string, role: string, name: string): boolean {
  return element.localName === tag && roleOf(element) === role && displayNameOf(element, role) === name;
}

function findByLocation({ tag, role, name, steps }: RememberedLocation): Element | null {
  for (let i = 0; i < steps.length; i++) {
    const parent = steps[i]!.parent.deref();
    if (!parent || !(parent as Node).isConnected) continue;
    let current = findChildAt(parent, steps[i]!.step);
    if (!current || readSubtreeText(current) !== steps[i]!.text) return null;
    for (let depth = i - 1; current && depth >= 0; depth--) {
      const { step, isInShadow } = steps[depth]!;
      const root: ParentNode | null = isInShadow ? shadowOf(current) : current;
      current = root && findChildAt(root, step);
    }
    return current && hasTagRoleAndName(current, tag, role, name) ? current : null;
  }
  return null;
}

function findByPath(path: string): Element | null {
  const steps = path.split('/').slice(2);
  let current: Element | null = document.documentElement;
  let entersShadow = false;
  for (const step of steps) {
    if (!current) return null;
    if (step === '') {
      entersShadow = true;
      continue;
    }
    current = findChildAt((entersShadow && shadowOf(current)) || current, step);
    entersShadow = false;
  }
  return current;
}

/** @returns the uid of the element that replaced `id`; '' if no match is unambiguous */
export function relocate(id: string, path: string, tag: string, role: string, name: string): string {
  const location = locations.get(id);
  const replacement = location ? findByLocation(location) : findByPath(path);
  if (!replacement || !isShown(replacement)) return '';
  if (location) return getUid(replacement);
  if (!hasTagRoleAndName(replacement, tag, role, name) || !name) return '';
  for (const other of walkDeepElements(document))
    if (other !== replacement && hasTagRoleAndName(other, tag, role, name) && isShown(other)) return '';
  return getUid(replacement);
}

/** Scrolls the element to the centre of its scroll containers, where fixed bars do not cover it. */
export function scrollToCentre(id: string): boolean {
  const target = findElementByUid(id);
  const element = target?.localName === 'area' ? imageOf(target) : target;
  element?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  return element !== null;
}

/** The uid of a label's control. */
export function findLabelledControlId(element: Element): string | undefined {
  if (element.localName !== 'label') return undefined;
  const { control } = element as HTMLLabelElement;
  return control ? getUid(control) : undefined;
}
