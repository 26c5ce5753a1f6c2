/** Keys and chords, on an element or on whatever has the keyboard. */
import type { Frame, Page } from 'playwright';

import { ask, question } from '../engine.js';
import { ACT_MS } from './act-failure.js';
import { chordOf, clipboardMeaning, spelled } from './chords.js';
import { clipboardChord, keyboardOf, type Keyboard } from './clipboard.js';
import type { ActContext } from './context.js';
import { ASK_MS, type Deed, type Hand } from './hand.js';
import type { Patience } from './patience.js';

export async function press(hand: Hand, key: string): Promise<Deed> {
  const chord = chordOf(key);
  const meaning = clipboardMeaning(chord);
  if (meaning) return { mouse: null, ...(await clipboardChord(keyboardOf(hand), meaning, chord)) };
  await hand.patience.run(
    hand
      .at(hand.control)
      .press(spelled(chord), { timeout: ACT_MS, noWaitAfter: true, signal: hand.patience.signal }),
    ACT_MS + 4_000,
  );
  return { mouse: null };
}

/** The frame that has the keyboard. */
async function focusedFrame(page: Page, patience: Patience): Promise<Frame> {
  for (const frame of page.frames().slice(1, 20)) {
    const focus = ask<{ here: boolean }>(frame, question('focus'), 500).catch(() => ({ here: false }));
    if ((await patience.run(focus)).here) return frame;
  }
  return page.mainFrame();
}

export async function pressOnPage(
  context: ActContext,
  patience: Patience,
  key: string,
): Promise<void | Deed> {
  const chord = chordOf(key);
  const meaning = clipboardMeaning(chord);
  const { page } = context;
  if (!meaning) return patience.run(page.keyboard.press(spelled(chord)), ACT_MS + 4_000);
  const frame = await focusedFrame(page, patience);
  const at: Keyboard = { context, page, patience, frame, uid: '', title: 'what has the keyboard' };
  const { what } = await patience.run(ask<{ what: string }>(frame, question('focus'), ASK_MS));
  return clipboardChord(what ? { ...at, title: `the ${what}` } : at, meaning, chord);
}
