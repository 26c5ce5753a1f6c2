/**
 * Copies, cuts and pastes with a separate clipboard for each session. The page receives the usual clipboard events and
 * may handle them. The system clipboard is never used, because sessions would share it.
 */
import type { Frame } from 'playwright';

import type { KeyChord } from '../../action/index.js';
import { queryEngine, formatQuery } from '../engine.js';
import type { CopyResult, PasteResult } from '../injected/clipboard-events.js';
import { ActionFailure } from './action-failure.js';
import { type HandlerResult, type TargetHandle, type PageTools } from './target-handle.js';
import { insertLines } from './typing.js';

/** The element that receives keys: a given element, or the focused element of a frame. */
export interface KeyboardTarget extends PageTools {
  frame: Frame;
  /** Empty if the target is the focused element. */
  uid: string;
  description: string;
}

function queryTarget<T>(target: KeyboardTarget, queryName: string, ...args: string[]): Promise<T> {
  return target.waiter.run(
    queryEngine<T>(target.frame, formatQuery(queryName, ...args), target.context.limits.queryMs),
  );
}

export function toKeyboardTarget(target: TargetHandle): KeyboardTarget {
  const { context, page, waiter, frame, uid, description } = target;
  return { context, page, waiter, frame, uid, description };
}

/** Copies or cuts the selection. @param wholeElement whether to copy the whole element if nothing is selected */
async function copyOrCut(
  target: KeyboardTarget,
  type: 'copy' | 'cut',
  wholeElement: boolean,
): Promise<HandlerResult> {
  const answer = await queryTarget<CopyResult | null>(target, type, target.uid, wholeElement ? 'whole' : '');
  if (!answer) throw new ActionFailure('vanished', `${target.description} is no longer on the page`);
  if (answer.isPassword) throw new ActionFailure('refused', 'I do not copy passwords');
  if (answer.text === null) return {};
  if (target.context.clipboard) target.context.clipboard.text = answer.text;
  if (type === 'cut' && !answer.isHandled) await target.waiter.run(target.page.keyboard.press('Delete'));
  return { effects: [{ type: 'clipboard', text: answer.text }] };
}

async function pasteText(target: KeyboardTarget): Promise<HandlerResult> {
  const text = target.context.clipboard?.text ?? '';
  if (!text) throw new ActionFailure('bad-value', 'the clipboard is empty; copy something first');
  if (target.uid) await queryTarget(target, 'focus-at-end', target.uid);
  const answer = await queryTarget<PasteResult | null>(target, 'paste', target.uid, text);
  if (!answer) throw new ActionFailure('vanished', `${target.description} is no longer on the page`);
  if (answer.isHandled) return {};
  if (!answer.isEditable)
    throw new ActionFailure('not-editable', `${target.description} does not accept text`);
  if (answer.isRichText) await insertLines(target, text, 'Shift+Enter');
  else
    await target.waiter.run(
      target.page.keyboard.insertText(answer.isMultiline ? text : text.replace(/[\r\n]+/g, ' ')),
    );
  return {};
}

export const copy = (target: TargetHandle): Promise<HandlerResult> =>
  copyOrCut(toKeyboardTarget(target), 'copy', true);

export async function paste(target: TargetHandle): Promise<HandlerResult> {
  const field = await target.queryPage<{ uid: string } | null>('field', target.uid);
  return pasteText({ ...toKeyboardTarget(target), uid: field?.uid ?? target.uid });
}

const KEY_CODES: Record<string, [string, number]> = { Insert: ['Insert', 45], Delete: ['Delete', 46] };

/** Performs a key combination for copy, cut or paste. The page receives the keys first and may handle them itself. */
export async function performClipboardChord(
  target: KeyboardTarget,
  command: 'copy' | 'cut' | 'paste',
  { modifiers, key }: KeyChord,
): Promise<HandlerResult> {
  const keyWithoutPrefix = key.replace(/^Key/, '');
  const [code, keyCode] = KEY_CODES[key] ?? [
    `Key${keyWithoutPrefix.toUpperCase()}`,
    keyWithoutPrefix.toUpperCase().charCodeAt(0),
  ];
  const modifierNames = modifiers.map((name) => (name === 'ControlOrMeta' ? 'Control' : name)).join(' ');
  const keyName =
    keyWithoutPrefix.length === 1 && !modifiers.includes('Shift')
      ? keyWithoutPrefix.toLowerCase()
      : keyWithoutPrefix;
  const sendKey = (type: string): Promise<boolean> =>
    queryTarget<boolean>(target, 'key', type, target.uid, keyName, code, String(keyCode), modifierNames);
  const isUnhandled = await sendKey('keydown');
  try {
    // The page has handled the key itself.
    if (!isUnhandled) return {};
    return command === 'paste' ? await pasteText(target) : await copyOrCut(target, command, false);
  } finally {
    await sendKey('keyup').catch(() => undefined);
  }
}
