/** Sets fields whose values the browser validates: dates and times, numbers, ranges, colours. */
import { ActionFailure } from './action-failure.js';
import { isSameFormattedText } from './matching.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';

const FORMATS: Record<string, { pattern: RegExp; example: string }> = {
  date: { pattern: /^\d{4,6}-\d{2}-\d{2}$/, example: '2026-03-05' },
  time: { pattern: /^\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/, example: '14:30' },
  'datetime-local': {
    pattern: /^\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/,
    example: '2026-03-05T14:30',
  },
  month: { pattern: /^\d{4,6}-\d{2}$/, example: '2026-03' },
  week: { pattern: /^\d{4,6}-W\d{2}$/, example: '2026-W10' },
  color: { pattern: /^#[0-9a-f]{6}$/, example: '#3366ff' },
  number: { pattern: /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i, example: '42' },
  range: { pattern: /^-?(\d+\.?\d*|\.\d+)$/, example: '42' },
};

export interface NumberRange {
  min: number;
  max: number;
  /** 0 if every value is allowed. */
  step: number;
}

/** Reads the range of an `input type=range`, with HTML's defaults. */
export function readNumberRange(attributes: Record<string, string>): NumberRange {
  const readNumber = (name: string, fallback: number): number => {
    const parsed = Number.parseFloat(attributes[name] ?? '');
    return Number.isFinite(parsed) ? parsed : fallback;
  };
  const min = readNumber('min', 0);
  const step = attributes.step?.toLowerCase() === 'any' ? 0 : readNumber('step', 1);
  return {
    min,
    max: Math.max(min, readNumber('max', 100)),
    step: step > 0 || attributes.step === 'any' ? step : 1,
  };
}

/** Returns the allowed value nearest to `value`. */
export function findNearestAllowedValue(value: number, { min, max, step }: NumberRange): number {
  if (!step) return Math.min(max, Math.max(min, value));
  const maxStepCount = Math.floor((max - min) / step + 1e-9);
  const stepCount = Math.min(maxStepCount, Math.max(0, Math.round((value - min) / step)));
  // Rounds to the decimal places of `min` and `step`, because 0.1 + 0.2 is not exactly 0.3 in binary.
  const decimalCount = Math.max(...[min, step].map((n) => String(n).split('.')[1]?.length ?? 0));
  return Number((min + stepCount * step).toFixed(decimalCount));
}

async function normaliseValue(target: TargetHandle, type: string, text: string): Promise<string> {
  const value = text.trim();
  if (type === 'datetime-local') return value.replace(/^(\S+) (\d)/, '$1T$2');
  if (type !== 'color') return value;
  return (await target.queryPage<string>('colour', value)) || value;
}

/** Sets a field that the browser validates. @returns null if the target is not one. @throws ActionFailure */
export async function setNativeField(target: TargetHandle, text: string): Promise<HandlerResult | null> {
  const snapshot = target.snapshot.controlUid
    ? ((await target.readSnapshot(target.snapshot.controlUid)) ?? target.snapshot)
    : target.snapshot;
  const format = FORMATS[snapshot.inputType];
  if (!format) return null;
  if (snapshot.states.readonly) throw new ActionFailure('not-editable', `${target.description} is read-only`);
  let value = await normaliseValue(target, snapshot.inputType, text);
  const refuse = (explanation: string): never => {
    throw new ActionFailure(
      'bad-value',
      `${target.description} accepts values like ${format.example}, not “${text.slice(0, 60)}”${explanation}`,
    );
  };
  if (value === '' && (snapshot.inputType === 'color' || snapshot.inputType === 'range')) refuse('');
  if (value !== '' && !format.pattern.test(value)) refuse('');
  // Typing an impossible date, such as 31 February, would clear the field.
  if (value !== '' && !(await target.queryPage<string>('sanitised', snapshot.inputType, value))) refuse('');
  if (snapshot.inputType === 'range') {
    const range = readNumberRange(snapshot.attributes);
    const requestedNumber = Number(value);
    if (requestedNumber < range.min || requestedNumber > range.max)
      refuse(`: its range is ${range.min} to ${range.max}`);
    value = String(findNearestAllowedValue(requestedNumber, range));
  }
  if (snapshot.value === value && value !== '')
    return { noActionReason: `${target.description} is already at ${value}` };
  await target.waiter.run(
    target
      .locate(target.controlUid)
      .fill(value, { timeout: target.limits.elementActionMs, signal: target.waiter.signal })
      .catch((error: unknown) => {
        if (/Malformed value/.test(String(error))) return refuse('');
        throw error;
      }),
  );
  const snapshotAfter = await target.readSnapshot(target.controlUid);
  if (snapshotAfter && snapshotAfter.value !== null && !isSameFormattedText(snapshotAfter.value, value))
    throw new ActionFailure(
      'bad-value',
      `${target.description} shows “${snapshotAfter.value}”, not “${value}”`,
    );
  return {};
}
