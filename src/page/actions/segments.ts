/**
 * Date and time fields made of parts, each a spin button of its own: day, month, year, hour, minute. What a part is, is
 * told by how far it goes, so that no language has to be known.
 */
import type { WireSegment } from '../injected/date-fields.js';
import { ACT_MS, ActFailure } from './act-failure.js';
import { isoDay } from './dates.js';
import type { Deed, Hand } from './hand.js';
import { timeOf } from './matching.js';

interface Part {
  segment: WireSegment;
  /** What is typed, and the number that must come of it; null for the half of the day. */
  keys: string;
  number: number | null;
}

const two = (n: number): string => String(n).padStart(2, '0');

function dayParts(segments: readonly WireSegment[], value: string): Part[] {
  const day = isoDay(value);
  if (!day) return [];
  return segments.flatMap((segment): Part[] => {
    if (segment.max === 12) return [{ segment, keys: two(day.month), number: day.month }];
    if (segment.max >= 28 && segment.max <= 31) return [{ segment, keys: two(day.day), number: day.day }];
    return segment.max >= 1900 ? [{ segment, keys: String(day.year), number: day.year }] : [];
  });
}

function timeParts(segments: readonly WireSegment[], value: string): Part[] {
  const time = timeOf(value);
  if (time === null) return [];
  const hour = Math.floor(time / 60);
  const halves = segments.some(({ max }) => max === 12 || max === 11);
  let minutes = 0;
  return segments.flatMap((segment): Part[] => {
    if (segment.max === 59) return minutes++ ? [] : [{ segment, keys: two(time % 60), number: time % 60 }];
    if (segment.max === 23 || segment.max === 24) return [{ segment, keys: two(hour), number: hour }];
    if (segment.max === 12 || segment.max === 11) {
      const shown = hour % 12 === 0 ? 12 : hour % 12;
      return [{ segment, keys: two(shown), number: shown }];
    }
    return halves ? [{ segment, keys: hour < 12 ? 'a' : 'p', number: null }] : [];
  });
}

/** Sets such a field; null when the target is none, and nothing was done. @throws ActFailure */
export async function setSegments(hand: Hand, value: string): Promise<Deed | null> {
  const segments = await hand.ask<WireSegment[]>('segments', hand.uid);
  const parts = segments.length < 2 ? [] : [...dayParts(segments, value), ...timeParts(segments, value)];
  if (parts.length < 2) return null;
  for (const { segment, keys } of parts) {
    await hand.patience.run(
      hand.at(segment.uid).click({ timeout: ACT_MS, noWaitAfter: true, signal: hand.patience.signal }),
    );
    await hand.patience.run(hand.page.keyboard.type(keys));
  }
  const now = await hand.ask<WireSegment[]>('segments', hand.uid);
  const wrong = parts.some(
    ({ segment, number }) => number !== null && now.find(({ uid }) => uid === segment.uid)?.now !== number,
  );
  const told = (of: readonly WireSegment[]): string => of.map(({ text }) => text).join(' ');
  if (wrong)
    throw new ActFailure('bad-value', `${hand.title} does not keep ${value}; it shows “${told(now)}”`);
  if (told(now) === told(segments)) return { already: `${hand.title} already shows ${told(now)}` };
  return { effects: [{ type: 'value', from: told(segments), to: told(now) }] };
}
