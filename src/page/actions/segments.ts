/**
 * Sets date and time fields that consist of spin buttons for day, month, year, hour and minute. A spin button's range
 * shows which unit it sets, in any language.
 */
import type { WireSegment } from '../injected/date-fields.js';
import { ActionFailure } from './action-failure.js';
import { parseIsoDay } from './dates.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { parseTimeOfDay } from './matching.js';

interface SegmentInput {
  segment: WireSegment;
  keys: string;
  /** The number that the segment must show afterwards; null for AM/PM. */
  expectedNumber: number | null;
}

const formatTwoDigits = (n: number): string => String(n).padStart(2, '0');

function createDayInputs(segments: readonly WireSegment[], value: string): SegmentInput[] {
  const day = parseIsoDay(value);
  if (!day) return [];
  return segments.flatMap((segment): SegmentInput[] => {
    if (segment.max === 12) return [{ segment, keys: formatTwoDigits(day.month), expectedNumber: day.month }];
    if (segment.max >= 28 && segment.max <= 31)
      return [{ segment, keys: formatTwoDigits(day.day), expectedNumber: day.day }];
    return segment.max >= 1900 ? [{ segment, keys: String(day.year), expectedNumber: day.year }] : [];
  });
}

function createTimeInputs(segments: readonly WireSegment[], value: string): SegmentInput[] {
  const minutesSinceMidnight = parseTimeOfDay(value);
  if (minutesSinceMidnight === null) return [];
  const hour = Math.floor(minutesSinceMidnight / 60);
  const hasAmPm = segments.some(({ max }) => max === 12 || max === 11);
  let minuteSegmentCount = 0;
  return segments.flatMap((segment): SegmentInput[] => {
    if (segment.max === 59)
      return minuteSegmentCount++
        ? []
        : [
            {
              segment,
              keys: formatTwoDigits(minutesSinceMidnight % 60),
              expectedNumber: minutesSinceMidnight % 60,
            },
          ];
    if (segment.max === 23 || segment.max === 24)
      return [{ segment, keys: formatTwoDigits(hour), expectedNumber: hour }];
    if (segment.max === 12 || segment.max === 11) {
      const hour12 = hour % 12 === 0 ? 12 : hour % 12;
      return [{ segment, keys: formatTwoDigits(hour12), expectedNumber: hour12 }];
    }
    return hasAmPm ? [{ segment, keys: hour < 12 ? 'a' : 'p', expectedNumber: null }] : [];
  });
}

/**
 * Sets a segmented field.
 *
 * @returns null, without doing anything, if the target is not a segmented field. @throws ActionFailure
 */
export async function setSegments(target: TargetHandle, value: string): Promise<HandlerResult | null> {
  const segments = await target.queryPage<WireSegment[]>('segments', target.uid);
  const inputs =
    segments.length < 2 ? [] : [...createDayInputs(segments, value), ...createTimeInputs(segments, value)];
  if (inputs.length < 2) return null;
  for (const { segment, keys } of inputs) {
    await target.waiter.run(
      target
        .locate(segment.uid)
        .click({ timeout: target.limits.elementActionMs, noWaitAfter: true, signal: target.waiter.signal }),
    );
    await target.waiter.run(target.page.keyboard.type(keys));
  }
  const segmentsAfter = await target.queryPage<WireSegment[]>('segments', target.uid);
  const hasWrongSegment = inputs.some(
    ({ segment, expectedNumber }) =>
      expectedNumber !== null &&
      segmentsAfter.find(({ uid }) => uid === segment.uid)?.value !== expectedNumber,
  );
  const joinTexts = (list: readonly WireSegment[]): string => list.map(({ text }) => text).join(' ');
  if (hasWrongSegment)
    throw new ActionFailure(
      'bad-value',
      `${target.description} did not keep ${value}; it shows “${joinTexts(segmentsAfter)}”`,
    );
  if (joinTexts(segmentsAfter) === joinTexts(segments))
    return { noActionReason: `${target.description} already shows ${joinTexts(segmentsAfter)}` };
  return { effects: [{ type: 'value', from: joinTexts(segments), to: joinTexts(segmentsAfter) }] };
}
