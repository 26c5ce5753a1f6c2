/**
 * Tracks page activity: mutations, scrolling and animations. Observers and listeners record every event, so the result
 * does not depend on how often Node asks. They run in the isolated world, so page code cannot see them.
 */
import type { WirePageState, WireActivity } from './wire.js';
import { readPageCopies } from './page-copies.js';
import {
  recordActionStart,
  recordActionEnd,
  countActionMutations,
  recordMutations,
  summariseBackgroundMutations,
  type BackgroundMutations,
} from './background-mutations.js';
import { readScrollOffset } from './scroller.js';
import { isPassword } from './states.js';
import { shadowOf } from './text.js';

/** Longer animations are decorative, and nothing waits for them to end. */
const MAX_ANIMATION_MS = 5_000;
/** If more than this many elements are added between two queries, the whole document is searched for shadow roots. */
const MAX_ADDED_ELEMENTS = 64;

let mutationCount = 0;
let lastActivityAt = 0;
let observer: MutationObserver | null = null;
const watchedRoots = new WeakSet<Node>();
/** Known shadow roots. `document.getAnimations()` does not list their animations. */
const shadowRoots = new Set<WeakRef<ShadowRoot>>();
/** Elements added since the last query. They may contain shadow roots. */
const addedElements = new Set<Element>();

function recordActivity(): void {
  lastActivityAt = performance.now();
}

function countMutations(records: MutationRecord[]): void {
  if (records.length === 0) return;
  mutationCount += records.length;
  recordMutations(records);
  recordActivity();
  for (const record of records)
    for (const node of record.addedNodes)
      if (node.nodeType === Node.ELEMENT_NODE && addedElements.size <= MAX_ADDED_ELEMENTS)
        addedElements.add(node as Element);
}

/** Starts to track mutations and scrolling under `root`, unless it already does. */
export function watchMutations(root: Document | ShadowRoot): void {
  if (watchedRoots.has(root)) return;
  if (!observer) {
    observer = new MutationObserver(countMutations);
    recordActivity();
    addedElements.add(document.documentElement);
  }
  watchedRoots.add(root);
  if (root !== document) shadowRoots.add(new WeakRef(root as ShadowRoot));
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeOldValue: true,
    characterData: true,
  });
  // Uses a listener, because reading scroll offsets forces a layout.
  root.addEventListener('scroll', recordActivity, { capture: true, passive: true });
}

function watchShadowRootsIn(root: Element | ShadowRoot): void {
  const elements = root.querySelectorAll('*');
  for (const element of root instanceof Element ? [root, ...elements] : elements) {
    const shadow = shadowOf(element);
    if (!shadow || watchedRoots.has(shadow)) continue;
    watchMutations(shadow);
    watchShadowRootsIn(shadow);
  }
}

/** Starts to track the shadow roots of elements that were added since the last query. */
function watchAddedShadowRoots(): void {
  if (addedElements.size === 0) return;
  const roots = addedElements.size > MAX_ADDED_ELEMENTS ? [document.documentElement] : [...addedElements];
  addedElements.clear();
  for (const root of roots) if (root?.isConnected) watchShadowRootsIn(root);
}

export function countAllMutations(): number {
  if (observer) countMutations(observer.takeRecords());
  return mutationCount;
}

function isShortAnimation(animation: Animation): boolean {
  // Scroll-driven animations have their own timeline.
  if (animation.playState !== 'running' || animation.timeline !== document.timeline) return false;
  if (animation.playbackRate === 0) return false;
  const end = animation.effect?.getComputedTiming().endTime;
  return typeof end === 'number' && end < MAX_ANIMATION_MS;
}

function countShortAnimations(): number {
  let count = document.getAnimations().filter(isShortAnimation).length;
  for (const reference of shadowRoots) {
    const shadow = reference.deref();
    if (!shadow) shadowRoots.delete(reference);
    else if (shadow.isConnected) count += shadow.getAnimations().filter(isShortAnimation).length;
  }
  return count;
}

export function readActivity(): WireActivity {
  watchMutations(document);
  countAllMutations();
  watchAddedShadowRoots();
  const animationCount = countShortAnimations();
  return {
    timeOrigin: performance.timeOrigin,
    mutationCount,
    idleMs: performance.now() - lastActivityAt,
    animationCount,
    readyState: document.readyState,
    visible: window.parent === window || (window.innerWidth > 1 && window.innerHeight > 1),
  };
}

function updateHash(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Hashes the values of all controls, because mutation records do not report value changes. */
function digestValues(): string {
  let hash = 0x811c9dc5;
  for (const element of Array.from(document.querySelectorAll('input, textarea, select, dialog, details'))) {
    const control = element as HTMLInputElement & HTMLDialogElement;
    const text = isPassword(element) ? `p${control.value.length}` : String(control.value ?? '');
    hash = updateHash(`${text}|${control.checked === true}|${control.open === true}`, hash);
  }
  return hash.toString(36);
}

export function readPageState(): WirePageState {
  const offset = readScrollOffset();
  const focusedElement = document.activeElement;
  return {
    ...readActivity(),
    actionMutationCount: countActionMutations(),
    url: location.href,
    scrollX: offset.scrollX,
    scrollY: offset.scrollY,
    valuesDigest: digestValues(),
    focusedElement:
      focusedElement && focusedElement !== document.body
        ? focusedElement.localName + (focusedElement.id ? `#${focusedElement.id}` : '')
        : '',
    copiedText: readPageCopies(),
  };
}

/** Mutations since the last action, and the time since the last activity. */
export function readBackgroundMutations(): BackgroundMutations & { idleMs: number } {
  watchMutations(document);
  countAllMutations();
  return { ...summariseBackgroundMutations(), idleMs: performance.now() - lastActivityAt };
}

/** Marks the beginning of an action. @returns the background mutations before it */
export function beginAction(): BackgroundMutations & { idleMs: number } {
  const backgroundMutations = readBackgroundMutations();
  recordActionStart();
  return backgroundMutations;
}

/** Marks the end of an action, after the wait for its effects. */
export function endAction(): boolean {
  countAllMutations();
  recordActionEnd();
  return true;
}
