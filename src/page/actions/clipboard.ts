/**
 * Copy, cut and paste against a clipboard that belongs to the session. The page gets the events that it would get
 * and may deal with them itself; the system's clipboard, which all sessions share, is never touched.
 */
import type { Frame } from 'playwright';

import { ask, question } from '../engine.js';
import type { CopyAnswer, PasteAnswer } from '../injected/clipboard-events.js';
import { ActFailure } from './act-failure.js';
import type { Chord } from './chords.js';
import { ASK_MS, type Deed, type Hand, type Tools } from './hand.js';
import { insertLines } from './typing.js';

/** Whoever has the keyboard: an element, or whatever is focused in a frame. */
export interface Keyboard extends Tools {
  frame: Frame;
  /** '' for whatever is focused. */
  uid: string;
  title: string;
}

function asks<T>(at: Keyboard, verb: string, ...args: string[]): Promise<T> {
  return at.patience.run(ask<T>(at.frame, question(verb, ...args), ASK_MS));
}

export function keyboardOf(hand: Hand): Keyboard {
  const { context, page, patience, frame, uid, title } = hand;
  return { context, page, patience, frame, uid, title };
}

/** Copies or cuts; `whole` takes everything where nothing is selected. */
async function take(at: Keyboard, type: 'copy' | 'cut', whole: boolean): Promise<Deed> {
  const answer = await asks<CopyAnswer | null>(at, type, at.uid, whole ? 'whole' : '');
  if (!answer) throw new ActFailure('vanished', `${at.title} is no longer on the page`);
  if (answer.secret) throw new ActFailure('refused', 'passwords are not copied');
  if (answer.text === null) return {};
  if (at.context.clipboard) at.context.clipboard.text = answer.text;
  if (type === 'cut' && !answer.handled) await at.patience.run(at.page.keyboard.press('Delete'));
  return { effects: [{ type: 'clipboard', text: answer.text }] };
}

async function put(at: Keyboard): Promise<Deed> {
  const text = at.context.clipboard?.text ?? '';
  if (!text) throw new ActFailure('bad-value', 'the clipboard is empty; copy something first');
  if (at.uid) await asks(at, 'focus-at-end', at.uid);
  const answer = await asks<PasteAnswer | null>(at, 'paste', at.uid, text);
  if (!answer) throw new ActFailure('vanished', `${at.title} is no longer on the page`);
  if (answer.handled) return {};
  if (!answer.editable) throw new ActFailure('not-editable', `${at.title} does not take text`);
  if (answer.rich) await insertLines(at, text, 'Shift+Enter');
  else
    await at.patience.run(
      at.page.keyboard.insertText(answer.multiline ? text : text.replace(/[\r\n]+/g, ' ')),
    );
  return {};
}

export const copy = (hand: Hand): Promise<Deed> => take(keyboardOf(hand), 'copy', true);

export async function paste(hand: Hand): Promise<Deed> {
  const field = await hand.ask<{ uid: string } | null>('field', hand.uid);
  return put({ ...keyboardOf(hand), uid: field?.uid ?? hand.uid });
}

const CODES: Record<string, [string, number]> = { Insert: ['Insert', 45], Delete: ['Delete', 46] };

/** Control+C, X or V: the page sees the keys, then the session's clipboard is used instead of the system's. */
export async function clipboardChord(
  at: Keyboard,
  meaning: 'copy' | 'cut' | 'paste',
  { modifiers, key }: Chord,
): Promise<Deed> {
  const letter = key.replace(/^Key/, '');
  const [code, keyCode] = CODES[key] ?? [`Key${letter.toUpperCase()}`, letter.toUpperCase().charCodeAt(0)];
  const held = modifiers.map((name) => (name === 'ControlOrMeta' ? 'Control' : name)).join(' ');
  const said = letter.length === 1 && !modifiers.includes('Shift') ? letter.toLowerCase() : letter;
  const press = (type: string): Promise<boolean> =>
    asks<boolean>(at, 'key', type, at.uid, said, code, String(keyCode), held);
  const goesOn = await press('keydown');
  try {
    // A page that deals with the key itself wants nothing more to happen.
    if (!goesOn) return {};
    return meaning === 'paste' ? await put(at) : await take(at, meaning, false);
  } finally {
    await press('keyup').catch(() => undefined);
  }
}
