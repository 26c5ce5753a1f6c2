/**
 * Finds an element again after the page has made it anew (frameworks render whole branches again, some on
 * hover). Only where there is no doubt: the same place below an ancestor that is still there with the same
 * text around it, or, for an element that was never looked at, the same path and the only one of its name.
 */
import { pictureOf } from './areas.js';
import { deepElements, isShown } from './deep.js';
import { calledOf, roleOf } from './names.js';
import { childSteps } from './paths.js';
import { shadowOf } from './text.js';
import { elementByUid, uid } from './uids.js';

interface Step {
  parent: WeakRef<ParentNode>;
  step: string;
  /** The parent is a shadow root. */
  inShadow: boolean;
  /** Text of the branch that begins here: tells one row of a list from the next. */
  text: string;
}

interface Trail {
  tag: string;
  role: string;
  name: string;
  steps: Step[];
}

const trails = new Map<string, Trail>();
const MOST_STEPS = 12;
const TEXT = 2_000;

const text = (element: Element): string =>
  (element.textContent ?? '').slice(0, TEXT).replace(/\s+/g, ' ').trim();

function stepOf(element: Element, parent: ParentNode): string {
  const children = Array.from(parent.children);
  return childSteps(children)[children.indexOf(element)] ?? '';
}

function childAt(parent: ParentNode, step: string): Element | null {
  const children = Array.from(parent.children);
  return children[childSteps(children).indexOf(step)] ?? null;
}

/** Notes where an element stands, from itself upwards. */
export function rememberPlace(id: string, element: Element): void {
  const steps: Step[] = [];
  let at: Element | null = element;
  while (at && steps.length < MOST_STEPS) {
    const parent: ParentNode | null = at.parentNode;
    if (!parent || parent.nodeType === 9) break;
    const inShadow: boolean = parent.nodeType === 11;
    steps.push({ parent: new WeakRef(parent), step: stepOf(at, parent), inShadow, text: text(at) });
    at = inShadow ? ((parent as ShadowRoot).host ?? null) : (parent as Element);
  }
  const role = roleOf(element);
  trails.delete(id);
  trails.set(id, { tag: element.localName, role, name: calledOf(element, role), steps });
  // The newest few are enough: an act looks at what it touches, and forgets.
  if (trails.size > 50) trails.delete(trails.keys().next().value!);
}

function same(element: Element, tag: string, role: string, name: string): boolean {
  return element.localName === tag && roleOf(element) === role && calledOf(element, role) === name;
}

function alongTrail({ tag, role, name, steps }: Trail): Element | null {
  for (let i = 0; i < steps.length; i++) {
    const parent = steps[i]!.parent.deref();
    if (!parent || !(parent as Node).isConnected) continue;
    let at = childAt(parent, steps[i]!.step);
    if (!at || text(at) !== steps[i]!.text) return null;
    for (let down = i - 1; at && down >= 0; down--) {
      const { step, inShadow } = steps[down]!;
      const root: ParentNode | null = inShadow ? shadowOf(at) : at;
      at = root && childAt(root, step);
    }
    return at && same(at, tag, role, name) ? at : null;
  }
  return null;
}

function byPath(path: string): Element | null {
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

/** Id of the element that took the place of `id`, '' when that is not certain. */
export function again(id: string, path: string, tag: string, role: string, name: string): string {
  const trail = trails.get(id);
  const found = trail ? alongTrail(trail) : byPath(path);
  if (!found || !isShown(found)) return '';
  if (trail) return uid(found);
  if (!same(found, tag, role, name) || !name) return '';
  for (const other of deepElements(document))
    if (other !== found && same(other, tag, role, name) && isShown(other)) return '';
  return uid(found);
}

/** Scrolls the element to the middle of everything that scrolls around it: free of bars at the edges. */
export function centre(id: string): boolean {
  const found = elementByUid(id);
  const element = found?.localName === 'area' ? pictureOf(found) : found;
  element?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  return element !== null;
}

/** Id of the control of a label. */
export function controlOf(element: Element): string | undefined {
  if (element.localName !== 'label') return undefined;
  const { control } = element as HTMLLabelElement;
  return control ? uid(control) : undefined;
}
