/**
 * Detects text that the page copies itself (`document.execCommand('copy')`), so that the page's copy buttons also fill
 * the session's clipboard. It listens to `copy` and `cut` events in the isolated world, without side effects.
 * `navigator.clipboard.writeText` fires no event and is not detected.
 */
import { isTextField } from './editing.js';

let copyCount = 0;
let lastCopiedText = '';
let isListening = false;

function readSelectedText(event: ClipboardEvent): string {
  const [inner] = event.composedPath();
  if (inner instanceof Element && isTextField(inner))
    return inner.value.slice(inner.selectionStart ?? 0, inner.selectionEnd ?? 0);
  return getSelection()?.toString() ?? '';
}

/** The clipboard text after this event; null if the page prevented the copy. */
function readClipboardText(event: ClipboardEvent): string | null {
  return event.defaultPrevented
    ? event.clipboardData?.getData('text/plain') || null
    : readSelectedText(event);
}

function onCopy(event: ClipboardEvent): void {
  // Ignores events that scripts dispatch, such as Parley's clipboard actions, which report their text themselves.
  if (!event.isTrusted) return;
  const selectionBefore = readSelectedText(event);
  let copiedText: string | null = null;
  let hasEventArrived = false;
  const recordResult = (): void => {
    copiedText = readClipboardText(event);
    hasEventArrived = true;
  };
  // The page may stop propagation anywhere, so the last listener that runs determines the result.
  const path = event.composedPath();
  for (const target of path) target.addEventListener(event.type, recordResult);
  queueMicrotask(() => {
    for (const target of path) target.removeEventListener(event.type, recordResult);
    const finalText = hasEventArrived ? copiedText : event.defaultPrevented ? null : selectionBefore;
    if (!finalText) return;
    copyCount++;
    lastCopiedText = finalText;
  });
}

/** Number of copies since the first query, and the last copied text. */
export function readPageCopies(): { count: number; text: string } {
  if (!isListening) {
    isListening = true;
    addEventListener('copy', onCopy, { capture: true });
    addEventListener('cut', onCopy, { capture: true });
  }
  return { count: copyCount, text: lastCopiedText };
}
