/**
 * What a page copies by itself (`document.execCommand('copy')`): heard of through its copy and cut events, so that
 * a copy button fills the session's clipboard too. Listeners of this world are out of the page's sight, and nothing
 * is kept from happening. `navigator.clipboard.writeText` makes no event and is not heard of.
 */
import { isTextField } from './editing.js';

let count = 0;
let text = '';
let listening = false;

function selected(event: ClipboardEvent): string {
  const [inner] = event.composedPath();
  if (inner instanceof Element && isTextField(inner))
    return inner.value.slice(inner.selectionStart ?? 0, inner.selectionEnd ?? 0);
  return getSelection()?.toString() ?? '';
}

/** What is on the clipboard after this event; null when the page kept it from being copied. */
function outcome(event: ClipboardEvent): string | null {
  return event.defaultPrevented ? event.clipboardData?.getData('text/plain') || null : selected(event);
}

function hear(event: ClipboardEvent): void {
  // Those that acts make are told of by the acts.
  if (!event.isTrusted) return;
  const before = selected(event);
  let result: string | null = null;
  let read = false;
  const note = (): void => {
    result = outcome(event);
    read = true;
  };
  // The page may stop the event anywhere on its way: the last listener that is reached knows best.
  const path = event.composedPath();
  for (const target of path) target.addEventListener(event.type, note);
  queueMicrotask(() => {
    for (const target of path) target.removeEventListener(event.type, note);
    const copied = read ? result : event.defaultPrevented ? null : before;
    if (!copied) return;
    count++;
    text = copied;
  });
}

/** How often the page copied something since it was first asked, and what it was in the end. */
export function copied(): { count: number; text: string } {
  if (!listening) {
    listening = true;
    addEventListener('copy', hear, { capture: true });
    addEventListener('cut', hear, { capture: true });
  }
  return { count, text };
}
