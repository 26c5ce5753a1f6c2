/** Whether anything on the page moved or changed: counters of this isolated world and cheap readings. */
import type { WirePulse } from './wire.js';
import { scrollOffset } from './scroller.js';
import { isPassword } from './states.js';

let mutations = 0;
let observer: MutationObserver | null = null;
const watched = new WeakSet<Node>();

/** Counts changes under `root`; a root is watched once. Page code cannot see an observer. */
export function watch(root: Node): void {
  observer ??= new MutationObserver((records) => {
    mutations += records.length;
  });
  if (watched.has(root)) return;
  watched.add(root);
  observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
}

export function version(): number {
  if (observer) mutations += observer.takeRecords().length;
  return mutations;
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
  watch(document);
  const running = document.getAnimations().filter((animation) => {
    if (animation.playState !== 'running') return false;
    const timing = animation.effect?.getComputedTiming();
    return timing?.iterations !== Infinity && Number(timing?.endTime ?? 0) < 5000;
  });
  const focused = document.activeElement;
  const at = scrollOffset();
  return {
    born: performance.timeOrigin,
    url: location.href,
    mutations: version(),
    scrollX: at.scrollX,
    scrollY: at.scrollY,
    animations: running.length,
    ready: document.readyState,
    values: values(),
    focus:
      focused && focused !== document.body ? focused.localName + (focused.id ? `#${focused.id}` : '') : '',
  };
}
