/**
 * Detects text that the page copies itself (`document.execCommand('copy')`), so that copy buttons also fill the
 * session's clipboard. It listens to `copy` and `cut` events in the isolated world, without side effects.
 * `navigator.clipboard.writeText` fires no event and is not detected.
 */
import { isTextField } from './editing.js';

let count = 0;
let text = '';
let listening = false;

function selectedText(event: ClipboardEvent): string {
  const [inner] = event.composedPath();
  if (inner instanceof Element && isTextField(inner))
    return inner.value.slice(inner.selectionStart ?? 0, inner.selectionEnd ?? 0);
  return getSelection()?.toString() ?? '';
}

/** Clipboard text after this event; null if the page prevented the copy. */
function clipboardText(event: ClipboardEvent): string | null {
  return event.defaultPrevented ? event.clipboardData?.getData('text/plain') || null : selectedText(event);
}

function onCopy(event: ClipboardEvent): void {
  // Clipboard actions report their own events.
  if (!event.isTrusted) return;
  const before = selectedText(event);
  let result: string | null = null;
  let read = false;
  const note = (): void => {
    result = clipboardText(event);
    read = true;
  };
  // The page may stop propagation anywhere, so the last listener that runs determines the result.
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

/** Number of copies since the first query, and the last copied text. */
export function copiedByPage(): { count: number; text: string } {
  if (!listening) {
    listening = true;
    addEventListener('copy', onCopy, { capture: true });
    addEventListener('cut', onCopy, { capture: true });
  }
  return { count, text };
}
