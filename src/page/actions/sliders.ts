/** Moves custom sliders and spin buttons with their keys, and reads the position after each step. */
import { foldCase } from '../../text/index.js';
import type { WireProbe } from '../injected/wire.js';
import { ActionFailure } from './action-failure.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { enterText } from './typing.js';

const MAX_PRESSES = 600;
const MAX_PRESSES_PER_READING = 20;

interface SliderPosition {
  now: number;
  text: string;
}

function toPosition(probe: WireProbe | null): SliderPosition | null {
  if (!probe) return null;
  const { attributes } = probe;
  const now = Number.parseFloat(attributes['aria-valuenow'] ?? probe.value);
  return { now, text: attributes['aria-valuetext'] ?? '' };
}

type ReadPosition = (target: TargetHandle) => Promise<SliderPosition>;

async function readOwnPosition(target: TargetHandle): Promise<SliderPosition> {
  const found = toPosition(await target.readProbe());
  if (!found) throw new ActionFailure('vanished', `${target.title} is no longer on the page`);
  return found;
}

async function pressKey(target: TargetHandle, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await target.waiter.run(target.page.keyboard.press(key));
}

/** Presses a key once and waits for the position to change. */
async function moveOneStep(
  target: TargetHandle,
  key: string,
  from: SliderPosition,
  read: ReadPosition,
): Promise<SliderPosition> {
  await pressKey(target, key);
  const moved = await target.waiter.poll(
    async () => {
      const position = await read(target);
      return (position.now !== from.now || position.text !== from.text) && position;
    },
    target.limits.sliderReactionMs,
    30,
  );
  return moved ?? from;
}

/**
 * Finds the position of a slider without ARIA values: the number on the page that changes with a key press.
 * @throws ActionFailure if no number changes
 */
async function findReadout(target: TargetHandle, keys: readonly string[]): Promise<ReadPosition> {
  const readNumbers = (): Promise<(number | null)[]> =>
    target.ask<(number | null)[]>('nearby-numbers', target.uid);
  for (const key of keys) {
    const before = await readNumbers();
    await pressKey(target, key);
    const changed = await target.waiter.poll(
      async () => {
        const numbers = await readNumbers();
        const i = numbers.findIndex((n, k) => n !== null && before[k] !== n && before[k] != null);
        return numbers.length === before.length && i >= 0 && { i };
      },
      target.limits.sliderReactionMs,
      30,
    );
    if (changed) return async () => ({ now: (await readNumbers())[changed.i] ?? Number.NaN, text: '' });
  }
  throw new ActionFailure('not-editable', `${target.title} does not show its position, so I did not move it`);
}

/** Moves a slider that has no slider role. @throws ActionFailure */
export async function setUnlabelledSlider(target: TargetHandle, value: string): Promise<HandlerResult> {
  const goal = Number.parseFloat(value);
  if (!Number.isFinite(goal)) throw new ActionFailure('bad-value', `${target.title} accepts only a number`);
  await target.waiter.run(
    target.locator.focus({ timeout: target.limits.elementActionMs, signal: target.waiter.signal }),
  );
  const keys = ['ArrowRight', 'ArrowLeft'];
  const read = await findReadout(target, keys);
  const start = await read(target);
  if (start.now !== goal) await stepToNumber(target, goal, start, keys, read);
  const { now } = await read(target);
  if (now !== goal)
    throw new ActionFailure('bad-value', `${target.title} stops at ${now} and cannot be set to ${goal}`);
  return { mouse: null, effects: [{ type: 'value', from: '', to: String(now) }] };
}

/** Sets a number field by typing, or with its keys if it discards the text. @throws ActionFailure */
export async function setSpinner(target: TargetHandle, value: string): Promise<HandlerResult> {
  const typed = await enterText(target, value);
  const valueAfter = (await target.readProbe(target.controlUid))?.value;
  return typed.already || valueAfter === undefined || Number(valueAfter) === Number(value)
    ? typed
    : stepToValue(target, value);
}

export async function stepToValue(target: TargetHandle, value: string): Promise<HandlerResult> {
  const { attributes } = target.probe;
  const read = readOwnPosition;
  const start = await read(target);
  const goal = /^-?(\d+\.?\d*|\.\d+)\s*%?$/.test(value.trim()) ? Number.parseFloat(value) : null;
  if (goal === start.now || (start.text && foldCase(start.text) === foldCase(value)))
    return { already: `${target.title} was already at ${value}` };
  await target.waiter.run(
    target.locator.focus({ timeout: target.limits.elementActionMs, signal: target.waiter.signal }),
  );
  const keys =
    target.candidate.role === 'spinbutton' ? ['ArrowUp', 'ArrowDown'] : ['ArrowRight', 'ArrowLeft'];
  if (goal === null) return stepToText(target, value, start, keys);
  const min = Number.parseFloat(attributes['aria-valuemin'] ?? '');
  const max = Number.parseFloat(attributes['aria-valuemax'] ?? '');
  if (goal < min || goal > max)
    throw new ActionFailure(
      'bad-value',
      `${target.title} has the range ${min} to ${max}, which does not include ${value}`,
    );
  return stepToNumber(target, goal, start, keys, read);
}

async function stepToNumber(
  target: TargetHandle,
  goal: number,
  start: SliderPosition,
  keys: string[],
  read: ReadPosition,
): Promise<HandlerResult> {
  let position = start;
  let pressed = 0;
  let reversed = false;
  while (position.now !== goal && pressed < MAX_PRESSES) {
    const key = keys[position.now < goal ? 0 : 1]!;
    const from = position;
    position = await moveOneStep(target, key, from, read);
    pressed++;
    const stepSize = position.now - from.now;
    const remaining = goal - position.now;
    if (stepSize === 0) break;
    if (Math.sign(stepSize) !== Math.sign(goal - from.now)) {
      // In a right-to-left or inverted slider, the other key moves towards the value.
      if (reversed) break;
      reversed = true;
      keys.reverse();
      continue;
    }
    if (Math.sign(remaining) !== Math.sign(goal - from.now)) {
      // The value lies between two steps, so the nearer one is kept.
      if (remaining !== 0 && Math.abs(goal - from.now) < Math.abs(remaining))
        position = await moveOneStep(target, keys[stepSize > 0 ? 1 : 0]!, position, read);
      break;
    }
    const safePresses = Math.min(
      MAX_PRESSES_PER_READING,
      Math.floor(Math.abs(remaining / stepSize)) - 1,
      MAX_PRESSES - pressed,
    );
    if (safePresses > 0) {
      await pressKey(target, key, safePresses);
      pressed += safePresses;
      position = await read(target);
    }
  }
  if (position.now === start.now)
    throw new ActionFailure(
      'timeout',
      `${target.title} does not react to keys; it stays at ${start.text || start.now}`,
    );
  return { mouse: null };
}

async function stepToText(
  target: TargetHandle,
  value: string,
  start: SliderPosition,
  keys: string[],
): Promise<HandlerResult> {
  const read = readOwnPosition;
  const positions: string[] = [];
  await pressKey(target, 'Home');
  let position = await read(target);
  for (let i = 0; i < 100; i++) {
    const shown = position.text || String(position.now);
    if (foldCase(shown) === foldCase(value)) return { mouse: null };
    positions.push(shown);
    const next = await moveOneStep(target, keys[0]!, position, read);
    if (next === position) break;
    position = next;
  }
  // Restore the original position.
  if (Number.isFinite(start.now))
    await stepToNumber(target, start.now, position, keys, read).catch(() => undefined);
  throw new ActionFailure(
    'no-option',
    `${target.title} has no “${value}”; it offers ${positions.slice(0, 12).join(', ')}`,
  );
}
