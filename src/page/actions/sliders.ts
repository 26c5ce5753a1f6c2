/** Moves custom sliders and spin buttons with the keyboard, and reads the position after one or more key presses. */
import { foldCase } from '../../text/index.js';
import type { WireElementSnapshot } from '../injected/wire.js';
import { ActionFailure } from './action-failure.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { enterText } from './typing.js';

const MAX_PRESS_COUNT = 600;
const MAX_PRESSES_PER_READING = 20;

interface SliderPosition {
  value: number;
  text: string;
}

function toPosition(snapshot: WireElementSnapshot | null): SliderPosition | null {
  if (!snapshot) return null;
  const { attributes } = snapshot;
  const value = Number.parseFloat(attributes['aria-valuenow'] ?? snapshot.value);
  return { value, text: attributes['aria-valuetext'] ?? '' };
}

type ReadPosition = (target: TargetHandle) => Promise<SliderPosition>;

async function readAriaPosition(target: TargetHandle): Promise<SliderPosition> {
  const position = toPosition(await target.readSnapshot());
  if (!position) throw new ActionFailure('vanished', `${target.description} is no longer on the page`);
  return position;
}

async function pressKey(target: TargetHandle, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await target.waiter.run(target.page.keyboard.press(key));
}

/** Presses a key once and waits for the position to change. */
async function moveOneStep(
  target: TargetHandle,
  key: string,
  startPosition: SliderPosition,
  readPosition: ReadPosition,
): Promise<SliderPosition> {
  await pressKey(target, key);
  const newPosition = await target.waiter.poll(
    async () => {
      const position = await readPosition(target);
      return (position.value !== startPosition.value || position.text !== startPosition.text) && position;
    },
    target.limits.sliderReactionMs,
    30,
  );
  return newPosition ?? startPosition;
}

/**
 * Creates a function that reads the position of a slider without ARIA values. The position is the number near the
 * slider that changes when a key is pressed.
 * @throws ActionFailure if no number changes
 */
async function createNearbyNumberReader(
  target: TargetHandle,
  keys: readonly string[],
): Promise<ReadPosition> {
  const readNumbers = (): Promise<(number | null)[]> =>
    target.queryPage<(number | null)[]>('nearby-numbers', target.uid);
  for (const key of keys) {
    const numbersBefore = await readNumbers();
    await pressKey(target, key);
    const numberChange = await target.waiter.poll(
      async () => {
        const numbers = await readNumbers();
        const i = numbers.findIndex(
          (n, k) => n !== null && numbersBefore[k] !== n && numbersBefore[k] != null,
        );
        return numbers.length === numbersBefore.length && i >= 0 && { index: i };
      },
      target.limits.sliderReactionMs,
      30,
    );
    if (numberChange)
      return async () => ({ value: (await readNumbers())[numberChange.index] ?? Number.NaN, text: '' });
  }
  throw new ActionFailure(
    'not-editable',
    `${target.description} does not show its position, so I did not move it`,
  );
}

/** Moves a slider that has no slider role. @throws ActionFailure */
export async function setSliderWithoutRole(target: TargetHandle, value: string): Promise<HandlerResult> {
  const goal = Number.parseFloat(value);
  if (!Number.isFinite(goal))
    throw new ActionFailure('bad-value', `${target.description} accepts only a number`);
  await target.waiter.run(
    target.locator.focus({ timeout: target.limits.elementActionMs, signal: target.waiter.signal }),
  );
  const keys = ['ArrowRight', 'ArrowLeft'];
  const readPosition = await createNearbyNumberReader(target, keys);
  const startPosition = await readPosition(target);
  if (startPosition.value !== goal) await stepToNumber(target, goal, startPosition, keys, readPosition);
  const { value: finalValue } = await readPosition(target);
  if (finalValue !== goal)
    throw new ActionFailure(
      'bad-value',
      `${target.description} stops at ${finalValue} and cannot be set to ${goal}`,
    );
  return { mouse: null, effects: [{ type: 'value', from: '', to: String(finalValue) }] };
}

/** Sets a number field by typing or, if the field discards the text, with the arrow keys. @throws ActionFailure */
export async function setSpinner(target: TargetHandle, value: string): Promise<HandlerResult> {
  const typingResult = await enterText(target, value);
  const valueAfter = (await target.readSnapshot(target.controlUid))?.value;
  return typingResult.noActionReason || valueAfter === undefined || Number(valueAfter) === Number(value)
    ? typingResult
    : stepToValue(target, value);
}

export async function stepToValue(target: TargetHandle, value: string): Promise<HandlerResult> {
  const { attributes } = target.snapshot;
  const readPosition = readAriaPosition;
  const startPosition = await readPosition(target);
  const goal = /^-?(\d+\.?\d*|\.\d+)\s*%?$/.test(value.trim()) ? Number.parseFloat(value) : null;
  if (
    goal === startPosition.value ||
    (startPosition.text && foldCase(startPosition.text) === foldCase(value))
  )
    return { noActionReason: `${target.description} was already at ${value}` };
  await target.waiter.run(
    target.locator.focus({ timeout: target.limits.elementActionMs, signal: target.waiter.signal }),
  );
  const keys =
    target.candidate.role === 'spinbutton' ? ['ArrowUp', 'ArrowDown'] : ['ArrowRight', 'ArrowLeft'];
  if (goal === null) return stepToText(target, value, startPosition, keys);
  const min = Number.parseFloat(attributes['aria-valuemin'] ?? '');
  const max = Number.parseFloat(attributes['aria-valuemax'] ?? '');
  if (goal < min || goal > max)
    throw new ActionFailure(
      'bad-value',
      `${target.description} has the range ${min} to ${max}, which does not include ${value}`,
    );
  return stepToNumber(target, goal, startPosition, keys, readPosition);
}

async function stepToNumber(
  target: TargetHandle,
  goal: number,
  startPosition: SliderPosition,
  keys: string[],
  readPosition: ReadPosition,
): Promise<HandlerResult> {
  let position = startPosition;
  let pressCount = 0;
  let isReversed = false;
  while (position.value !== goal && pressCount < MAX_PRESS_COUNT) {
    const key = keys[position.value < goal ? 0 : 1]!;
    const previousPosition = position;
    position = await moveOneStep(target, key, previousPosition, readPosition);
    pressCount++;
    const stepSize = position.value - previousPosition.value;
    const remainingDistance = goal - position.value;
    if (stepSize === 0) break;
    if (Math.sign(stepSize) !== Math.sign(goal - previousPosition.value)) {
      // In a right-to-left or inverted slider, the other key moves towards the value.
      if (isReversed) break;
      isReversed = true;
      keys.reverse();
      continue;
    }
    if (Math.sign(remainingDistance) !== Math.sign(goal - previousPosition.value)) {
      // The value lies between two steps, so the nearer one is kept.
      if (remainingDistance !== 0 && Math.abs(goal - previousPosition.value) < Math.abs(remainingDistance))
        position = await moveOneStep(target, keys[stepSize > 0 ? 1 : 0]!, position, readPosition);
      break;
    }
    const safePressCount = Math.min(
      MAX_PRESSES_PER_READING,
      Math.floor(Math.abs(remainingDistance / stepSize)) - 1,
      MAX_PRESS_COUNT - pressCount,
    );
    if (safePressCount > 0) {
      await pressKey(target, key, safePressCount);
      pressCount += safePressCount;
      position = await readPosition(target);
    }
  }
  if (position.value === startPosition.value)
    throw new ActionFailure(
      'timeout',
      `${target.description} does not react to keys; it stays at ${startPosition.text || startPosition.value}`,
    );
  return { mouse: null };
}

async function stepToText(
  target: TargetHandle,
  value: string,
  startPosition: SliderPosition,
  keys: string[],
): Promise<HandlerResult> {
  const readPosition = readAriaPosition;
  const positionTexts: string[] = [];
  await pressKey(target, 'Home');
  let position = await readPosition(target);
  for (let i = 0; i < 100; i++) {
    const positionText = position.text || String(position.value);
    if (foldCase(positionText) === foldCase(value)) return { mouse: null };
    positionTexts.push(positionText);
    const nextPosition = await moveOneStep(target, keys[0]!, position, readPosition);
    if (nextPosition === position) break;
    position = nextPosition;
  }
  // Restores the original position.
  if (Number.isFinite(startPosition.value))
    await stepToNumber(target, startPosition.value, position, keys, readPosition).catch(() => undefined);
  throw new ActionFailure(
    'no-option',
    `${target.description} has no “${value}”; it offers ${positionTexts.slice(0, 12).join(', ')}`,
  );
}
