/**
 * Whether anything on the page moves: counters of this isolated world, stamped when something happens, so that
 * a rare question learns as much as a frequent one. Page code cannot see observers and listeners of this world.
 */
import type { WirePulse, WireRest } from './wire.js';
import { copied } from './copied.js';
import {
  actBegins,
  actIsOver,
  freshChanges,
  noteMovement,
  ownMovement,
  type OwnMovement,
} from './own-movement.js';
import { scrollOffset } from './scroller.js';
import { isPassword } from './states.js';
import { shadowOf } from './text.js';

/** Longer animations are scenery, not an effect that somebody waits for. */
const LONGEST_ANIMATION_MS = 5_000;
/** More new elements than these between two questions, and the whole document is searched instead. */
const MOST_NEWCOMERS = 64;

let mutations = 0;
let movedAt = 0;
let observer: MutationObserver | null = null;
const watched = new WeakSet<Node>();
/** Shadow roots have animations of their own, which the document does not list. */
const shadows = new Set<WeakRef<ShadowRoot>>();
/** Elements that came in since the last question: there may be shadow roots in them. */
const newcomers = new Set<Element>();

function moved(): void {
  movedAt = performance.now();
}

function note(records: MutationRecord[]): void {
  if (records.length === 0) return;
  mutations += records.length;
  noteMovement(records);
  moved();
  for (const record of records)
    for (const node of record.addedNodes)
      if (node.nodeType === Node.ELEMENT_NODE && newcomers.size <= MOST_NEWCOMERS)
        newcomers.add(node as Element);
}

/** Counts changes and scrolling under `root`; a root is watched once. */
export function watch(root: Document | ShadowRoot): void {
  if (watched.has(root)) return;
  if (!observer) {
    observer = new MutationObserver(note);
    moved();
    newcomers.add(document.documentElement);
  }
  watched.add(root);
  if (root !== document) shadows.add(new WeakRef(root as ShadowRoot));
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeOldValue: true,
    characterData: true,
  });
  // Scrolling is heard of instead of read: reading an offset makes the browser lay the page out.
  root.addEventListener('scroll', moved, { capture: true, passive: true });
}

function watchShadowsIn(top: Element | ShadowRoot): void {
  const elements = top.querySelectorAll('*');
  for (const element of top instanceof Element ? [top, ...elements] : elements) {
    const shadow = shadowOf(element);
    if (!shadow || watched.has(shadow)) continue;
    watch(shadow);
    watchShadowsIn(shadow);
  }
}

/** Components that were added since the last question move unseen until their shadow roots are watched. */
function welcomeNewcomers(): void {
  if (newcomers.size === 0) return;
  const tops = newcomers.size > MOST_NEWCOMERS ? [document.documentElement] : [...newcomers];
  newcomers.clear();
  for (const top of tops) if (top?.isConnected) watchShadowsIn(top);
}

export function version(): number {
  if (observer) note(observer.takeRecords());
  return mutations;
}

function isPassing(animation: Animation): boolean {
  // Animations that scrolling drives stand still as long as nobody scrolls.
  if (animation.playState !== 'running' || animation.timeline !== document.timeline) return false;
  if (animation.playbackRate === 0) return false;
  const end = animation.effect?.getComputedTiming().endTime;
  return typeof end === 'number' && end < LONGEST_ANIMATION_MS;
}

function passingAnimations(): number {
  let count = document.getAnimations().filter(isPassing).length;
  for (const held of shadows) {
    const shadow = held.deref();
    if (!shadow) shadows.delete(held);
    else if (shadow.isConnected) count += shadow.getAnimations().filter(isPassing).length;
  }
  return count;
}

export function rest(): WireRest {
  watch(document);
  version();
  welcomeNewcomers();
  const animations = passingAnimations();
  return {
    born: performance.timeOrigin,
    mutations,
    still: performance.now() - movedAt,
    animations,
    ready: document.readyState,
    shown: window.parent === window || (window.innerWidth > 1 && window.innerHeight > 1),
  };
}

function digest(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** One number over what all controls hold: typed values are properties that no mutation record tells of. */
function values(): string {
  let hash = 0x811c9dc5;
  for (const element of Array.from(document.querySelectorAll('input, textarea, select, dialog, details'))) {
    const control = element as HTMLInputElement & HTMLDialogElement;
    const text = isPassword(element) ? `p${control.value.length}` : String(control.value ?? '');
    hash = digest(`${text}|${control.checked === true}|${control.open === true}`, hash);
  }
  return hash.toString(36);
}

export function pulse(): WirePulse {
  const at = scrollOffset();
  const focused = document.activeElement;
  return {
    ...rest(),
    fresh: freshChanges(),
    url: location.href,
    scrollX: at.scrollX,
    scrollY: at.scrollY,
    values: values(),
    focus:
      focused && focused !== document.body ? focused.localName + (focused.id ? `#${focused.id}` : '') : '',
    copied: copied(),
  };
}

/** What the page did by itself since the last act, and how long it has been still. */
export function byItself(): OwnMovement & { still: number } {
  watch(document);
  version();
  return { ...ownMovement(), still: performance.now() - movedAt };
}

export function begin(): OwnMovement & { still: number } {
  const movement = byItself();
  actBegins();
  return movement;
}

/** The act and what came of it are over. */
export function end(): boolean {
  version();
  actIsOver();
  return true;
}
