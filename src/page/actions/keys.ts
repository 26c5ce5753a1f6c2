/** Presses keys and key combinations on a given element or on the focused element. */
import type { Frame, Page } from 'playwright';

import { formatKeyChord, type KeyChord, parseKeyChord } from '../../action/index.js';
import { queryEngine, formatQuery } from '../engine.js';
import type { FocusedField } from '../injected/passages.js';
import { ActionFailure } from './action-failure.js';
import { findClipboardCommand } from './clipboard-chords.js';
import { performClipboardChord, toKeyboardTarget, type KeyboardTarget } from './clipboard.js';
import type { ActionContext } from './context.js';
import { type HandlerResult, type TargetHandle } from './target-handle.js';
import type { ActionWaiter } from './action-waiter.js';
import { typeWithKeys } from './typing.js';

/** A child frame that does not answer within this time is assumed to have no focus. */
const FOCUS_QUERY_MS = 500;

/** @throws ActionFailure `bad-value` */
function requireChord(key: string): KeyChord {
  const chord = parseKeyChord(key);
  // Without Shift, a keyboard types lower-case letters: for Control+K, pages compare the key with "k".
  const isLetterShortcut =
    chord !== null &&
    chord.modifiers.length > 0 &&
    !chord.modifiers.includes('Shift') &&
    /^[A-Z]$/.test(chord.key);
  if (chord) return isLetterShortcut ? { ...chord, key: chord.key.toLowerCase() } : chord;
  throw new ActionFailure(
    'bad-value',
    `“${key.slice(0, 40)}” is not a key; use a name such as Enter, ArrowDown or F5, a character such as x, or a combination such as Control+Shift+P`,
  );
}

export async function pressOnElement(target: TargetHandle, key: string): Promise<HandlerResult> {
  const chord = requireChord(key);
  const command = findClipboardCommand(chord);
  if (command)
    return { mouse: null, ...(await performClipboardChord(toKeyboardTarget(target), command, chord)) };
  await target.waiter.run(
    target.locate(target.controlUid).press(formatKeyChord(chord), {
      timeout: target.limits.elementActionMs,
      noWaitAfter: true,
      signal: target.waiter.signal,
    }),
    target.limits.elementActionMs + 4_000,
  );
  return { mouse: null };
}

/** Finds the frame that contains the focused element. */
async function findFocusedFrame(page: Page, waiter: ActionWaiter): Promise<Frame> {
  for (const frame of page.frames().slice(1, 20)) {
    const focusPromise = queryEngine<{ inThisDocument: boolean }>(
      frame,
      formatQuery('focus'),
      FOCUS_QUERY_MS,
    ).catch(() => ({
      inThisDocument: false,
    }));
    if ((await waiter.run(focusPromise)).inThisDocument) return frame;
  }
  return page.mainFrame();
}

export async function pressOnPage(
  context: ActionContext,
  waiter: ActionWaiter,
  key: string,
): Promise<void | HandlerResult> {
  const chord = requireChord(key);
  const command = findClipboardCommand(chord);
  const { page, limits } = context;
  if (!command) return waiter.run(page.keyboard.press(formatKeyChord(chord)), limits.elementActionMs + 4_000);
  const frame = await findFocusedFrame(page, waiter);
  const target: KeyboardTarget = {
    context,
    page,
    waiter,
    frame,
    uid: '',
    description: 'the focused element',
  };
  const { description } = await waiter.run(
    queryEngine<{ description: string }>(frame, formatQuery('focus'), limits.queryMs),
  );
  return performClipboardChord(
    description ? { ...target, description: `the ${description}` } : target,
    command,
    chord,
  );
}

/**
 * Types into the focused field.
 *
 * @throws ActionFailure `not-editable` if no field is focused, because the page could treat the keys as shortcuts
 */
export async function typeIntoFocusedField(
  context: ActionContext,
  waiter: ActionWaiter,
  text: string,
): Promise<void> {
  const { page, limits } = context;
  const frame = await findFocusedFrame(page, waiter);
  const field = await waiter.run(
    queryEngine<FocusedField>(frame, formatQuery('focused-field'), limits.queryMs),
  );
  if (field.uid === '')
    throw new ActionFailure('not-editable', 'no text field has the focus; click into a field first');
  await typeWithKeys({ context, page, waiter }, text);
}
