/** Sliders and spin buttons that are no native fields: moved by their keys, watching where they go. */
import type { WireProbe } from '../injected/wire.js';
import { ACT_MS, ActFailure } from './act-failure.js';
import type { Deed, Hand } from './hand.js';
import { folded } from './matching.js';
import { enter } from './typing.js';

const MOST_PRESSES = 600;
const BATCH = 20;
const REACT_MS = 400;

interface Reading {
  now: number;
  text: string;
}

function reading(probe: WireProbe | null): Reading | null {
  if (!probe) return null;
  const { attributes } = probe;
  const now = Number.parseFloat(attributes['aria-valuenow'] ?? probe.value);
  return { now, text: attributes['aria-valuetext'] ?? '' };
}

type Read = (hand: Hand) => Promise<Reading>;

async function readOwn(hand: Hand): Promise<Reading> {
  const found = reading(await hand.look());
  if (!found) throw new ActFailure('vanished', `${hand.title} is no longer on the page`);
  return found;
}

async function press(hand: Hand, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await hand.patience.run(hand.page.keyboard.press(key));
}

/** One press, and where it led; pages may take a moment to show it. */
async function moveOne(hand: Hand, key: string, from: Reading, read: Read): Promise<Reading> {
  await press(hand, key);
  const moved = await hand.patience.until(
    async () => {
      const at = await read(hand);
      return (at.now !== from.now || at.text !== from.text) && at;
    },
    REACT_MS,
    30,
  );
  return moved ?? from;
}

/**
 * A slider that does not say where it stands: one press shows which of the numbers around it is its own.
 * @throws ActFailure where none follows it
 */
async function readBeside(hand: Hand, keys: readonly string[]): Promise<Read> {
  const shown = (): Promise<(number | null)[]> => hand.ask<(number | null)[]>('readouts', hand.uid);
  for (const key of keys) {
    const before = await shown();
    await press(hand, key);
    const at = await hand.patience.until(
      async () => {
        const now = await shown();
        const i = now.findIndex((n, k) => n !== null && before[k] !== n && before[k] != null);
        return now.length === before.length && i >= 0 && { i };
      },
      REACT_MS,
      30,
    );
    if (at) return async () => ({ now: (await shown())[at.i] ?? Number.NaN, text: '' });
  }
  throw new ActFailure('not-editable', `${hand.title} does not show where it stands, so it was not moved`);
}

/** Moves a slider that is one by its looks only. @throws ActFailure */
export async function slide(hand: Hand, value: string): Promise<Deed> {
  const wanted = Number.parseFloat(value);
  if (!Number.isFinite(wanted)) throw new ActFailure('bad-value', `${hand.title} takes a number`);
  await hand.patience.run(hand.locator.focus({ timeout: ACT_MS, signal: hand.patience.signal }));
  const keys = ['ArrowRight', 'ArrowLeft'];
  const read = await readBeside(hand, keys);
  const start = await read(hand);
  if (start.now !== wanted) await byNumber(hand, wanted, start, keys, read);
  const { now } = await read(hand);
  if (now !== wanted)
    throw new ActFailure('bad-value', `${hand.title} stops at ${now} and does not go to ${wanted}`);
  return { mouse: null, effects: [{ type: 'value', from: '', to: String(now) }] };
}

/** A number field with keys of its own: typed into, or moved by them where it keeps no typing. @throws ActFailure */
export async function spin(hand: Hand, value: string): Promise<Deed> {
  const typed = await enter(hand, value);
  const now = (await hand.look(hand.control))?.value;
  return typed.already || now === undefined || Number(now) === Number(value) ? typed : step(hand, value);
}

export async function step(hand: Hand, value: string): Promise<Deed> {
  const { attributes } = hand.probe;
  const read = readOwn;
  const start = await read(hand);
  const wanted = /^-?(\d+\.?\d*|\.\d+)\s*%?$/.test(value.trim()) ? Number.parseFloat(value) : null;
  if (wanted === start.now || (start.text && folded(start.text) === folded(value)))
    return { already: `${hand.title} already was at ${value}` };
  await hand.patience.run(hand.locator.focus({ timeout: ACT_MS, signal: hand.patience.signal }));
  const keys = hand.candidate.role === 'spinbutton' ? ['ArrowUp', 'ArrowDown'] : ['ArrowRight', 'ArrowLeft'];
  if (wanted === null) return byText(hand, value, start, keys);
  const min = Number.parseFloat(attributes['aria-valuemin'] ?? '');
  const max = Number.parseFloat(attributes['aria-valuemax'] ?? '');
  if (wanted < min || wanted > max)
    throw new ActFailure('bad-value', `${hand.title} goes from ${min} to ${max}, ${value} is not among that`);
  return byNumber(hand, wanted, start, keys, read);
}

async function byNumber(
  hand: Hand,
  wanted: number,
  start: Reading,
  keys: string[],
  read: Read,
): Promise<Deed> {
  let at = start;
  let pressed = 0;
  let turned = false;
  while (at.now !== wanted && pressed < MOST_PRESSES) {
    const key = keys[at.now < wanted ? 0 : 1]!;
    const from = at;
    at = await moveOne(hand, key, from, read);
    pressed++;
    const size = at.now - from.now;
    const left = wanted - at.now;
    if (size === 0) break;
    if (Math.sign(size) !== Math.sign(wanted - from.now)) {
      // Written from right to left, or upside down: the other key goes this way.
      if (turned) break;
      turned = true;
      keys.reverse();
      continue;
    }
    if (Math.sign(left) !== Math.sign(wanted - from.now)) {
      // Past it: the nearer of the two stays.
      if (left !== 0 && Math.abs(wanted - from.now) < Math.abs(left))
        at = await moveOne(hand, keys[size > 0 ? 1 : 0]!, at, read);
      break;
    }
    const sure = Math.min(BATCH, Math.floor(Math.abs(left / size)) - 1, MOST_PRESSES - pressed);
    if (sure > 0) {
      await press(hand, key, sure);
      pressed += sure;
      at = await read(hand);
    }
  }
  if (at.now === start.now)
    throw new ActFailure(
      'timeout',
      `${hand.title} does not react to keys; it stays at ${start.text || start.now}`,
    );
  return { mouse: null };
}

async function byText(hand: Hand, value: string, start: Reading, keys: string[]): Promise<Deed> {
  const read = readOwn;
  const seen: string[] = [];
  await press(hand, 'Home');
  let at = await read(hand);
  for (let i = 0; i < 100; i++) {
    const shown = at.text || String(at.now);
    if (folded(shown) === folded(value)) return { mouse: null };
    seen.push(shown);
    const next = await moveOne(hand, keys[0]!, at, read);
    if (next === at) break;
    at = next;
  }
  // Back to where it stood: nothing was to be changed but to what was asked for.
  if (Number.isFinite(start.now)) await byNumber(hand, start.now, at, keys, read).catch(() => undefined);
  throw new ActFailure(
    'no-option',
    `${hand.title} has no “${value}”; it goes through ${seen.slice(0, 12).join(', ')}`,
  );
}
