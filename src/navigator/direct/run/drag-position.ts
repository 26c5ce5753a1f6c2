/**
 * Resolves where to drag an element in its list or grid: "to the 3rd position", "to the top", "up by one", "to the
 * bottom right". The position is counted among its siblings. Pure.
 */
import type { Candidate } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import { readNumber } from '../language/numbers.js';
import type { Target } from '../language/steps.js';
import { fold } from '../text.js';

export type Slot =
  /** Onto the current place of another element; `index` counts from 0 in reading order. */
  | { kind: 'slot'; on: Candidate; index: number; size: number }
  /** It is already there. */
  | { kind: 'there' }
  | { kind: 'by'; dx: number; dy: number };

const STEP =
  /^(up|down|left|right)(?:wards?)?(?: by)?(?: (\S+?))?(?: (?:position|place|row|slot|spot|step|item)s?)?$/u;
const FIRST =
  /^(?:very )?(?:top|beginning|start|front|first)(?: (?:position|place|slot|spot|row|item))?(?: of (?:the )?list)?$/u;
const LAST =
  /^(?:very )?(?:bottom|end|back|last)(?: (?:position|place|slot|spot|row|item))?(?: of (?:the )?list)?$/u;
const NTH =
  /^(?:position|place|slot|spot|number)? ?#?(\d+)(?:st|nd|rd|th)?(?: (?:position|place|slot|spot|row|item))?$/u;
const CORNER =
  /^(?:(top|upper|bottom|lower|middle|centre|center)[ -]?)?(left|right|middle|centre|center)?(?: corner| cell| position| slot| side)?$/u;
/** CSS px, if no distance is given. */
const SOME_WAY = 40;

const kin = (c: Candidate): string => c.xpath.replace(/\[\d+\]$/u, '');

/**
 * Returns its siblings, including itself, in reading order. The item is the outermost element that moves as a whole.
 */
export function findRowOfItem(c: Candidate, view: View): { item: Candidate; all: Candidate[] } {
  for (const item of [c, ...view.getAncestors(c).slice(0, 2)]) {
    const all = view.candidates.filter((o) => o.visible && o.parent === item.parent && kin(o) === kin(item));
    if (all.length > 1) return { item, all };
  }
  return { item: c, all: [c] };
}

/** Returns the lines or columns. Centres that are close together form one. */
function bands(all: readonly Candidate[], centre: (c: Candidate) => number): number[] {
  const out: number[] = [];
  for (const at of all.map(centre).sort((a, b) => a - b))
    if (!out.length || at - out.at(-1)! > 8) out.push(at);
  return out;
}

const across = (c: Candidate): number => c.box.x + c.box.width / 2;
const down = (c: Candidate): number => c.box.y + c.box.height / 2;
const nearest = (list: readonly number[], at: number): number =>
  list.reduce((best, n, i) => (Math.abs(n - at) < Math.abs(list[best]! - at) ? i : best), 0);
const middle = (list: readonly number[]): number => Math.floor((list.length - 1) / 2);

const ROWS: Readonly<Record<string, 'first' | 'middle' | 'last'>> = {
  top: 'first',
  upper: 'first',
  left: 'first',
  bottom: 'last',
  lower: 'last',
  right: 'last',
};
const along = (list: readonly number[], word: string | undefined): number => {
  const where = word ? (ROWS[word] ?? 'middle') : 'middle';
  return where === 'first' ? 0 : where === 'last' ? list.length - 1 : middle(list);
};

/** @returns null if the words are not such a place */
export function findSlot(to: Target, c: Candidate, view: View): Slot | null {
  const words = fold(to.text).replace(/^(?:to )?(?:the )?/u, '');
  const { item, all } = findRowOfItem(c, view);
  const at = all.indexOf(item);
  const [columns, lines] = [bands(all, across), bands(all, down)];
  const onto = (index: number): Slot | null => {
    const on = all[index];
    if (!on) return null;
    return on === item ? { kind: 'there' } : { kind: 'slot', on, index, size: all.length };
  };
  const step = STEP.exec(words);
  if (step) {
    const [, way, count] = step;
    const far = count ? readNumber(count) : null;
    const forward = way === 'down' || way === 'right';
    if (far === null || all.length < 2)
      return /^(?:left|right)$/u.test(way!)
        ? { kind: 'by', dx: forward ? SOME_WAY : -SOME_WAY, dy: 0 }
        : { kind: 'by', dx: 0, dy: forward ? SOME_WAY : -SOME_WAY };
    const each = columns.length > 1 && /^(?:up|down)$/u.test(way!) ? columns.length : 1;
    return onto(at + (forward ? far * each : -far * each));
  }
  if (all.length < 2) return null;
  const nth = NTH.exec(words)?.[1] ?? (FIRST.test(words) && lines.length === all.length ? '1' : null);
  if (nth) return onto(Number(nth) - 1);
  const reading = to.readings[0];
  if (reading.nth !== null && /^(?:position|place|slot|spot|row|)$/u.test(fold(reading.phrase)))
    return onto(reading.nth > 0 ? reading.nth - 1 : all.length + reading.nth);
  if (LAST.test(words) && lines.length === all.length) return onto(all.length - 1);
  const corner = words ? CORNER.exec(words) : null;
  if (!corner || columns.length < 2 || lines.length < 2) return null;
  const [line, column] = [along(lines, corner[1]), along(columns, corner[2])];
  return onto(
    all.findIndex((o) => nearest(lines, down(o)) === line && nearest(columns, across(o)) === column),
  );
}
