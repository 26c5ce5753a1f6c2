/**
 * Formats MiniWoB++'s list of DOM elements exactly as SteP's policies read it, byte for byte. The list contains all
 * lines; only prompts shorten it. No side effects.
 */
import type { Candidate, ElementList } from '../../contract/index.js';
import type { WireListedNode } from '../injected/wire.js';
import { createActionTargetFinder } from './action-targets.js';

/** Elements with these tags are not printed, but their content is. */
const SKIPPED_TAGS = new Set(['tr', 'td']);
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const MONTH = new RegExp(`\\b(?:${MONTHS.join('|')})\\b`);
const YEAR = /20[0-4][0-9]|2050/;
const DAY_LINK = /^(<a\s+id=\d+\s+val=)(\d+)\s*\/>/;

/** While a date picker is open, converts its days to dates: `12` becomes `12/12/2016`. */
function convertDaysToDates(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n');
  const month = MONTH.exec(text)?.[0];
  const year = YEAR.exec(text)?.[0];
  if (!text.includes('val=ui-datepicker-div') || month === undefined || year === undefined) return lines;
  return lines.map((line) =>
    line.replace(
      DAY_LINK,
      (_, start: string, day: string) => `${start}${MONTHS.indexOf(month) + 1}/${Number(day)}/${year} />`,
    ),
  );
}

export function toMiniwobList(
  listedNodes: readonly WireListedNode[],
  candidates: readonly Candidate[],
): ElementList {
  const findTarget = createActionTargetFinder(candidates);
  const nodes = listedNodes.filter(({ tag }) => !SKIPPED_TAGS.has(tag));
  const lineTexts = convertDaysToDates(nodes.map(({ tag, id, val }) => `<${tag} id=${id} val=${val} />`));
  const lines = nodes.map(({ id, box, uids }, i) => ({
    id,
    uid: findTarget(uids, [box]),
    box,
    text: lineTexts[i]!,
  }));
  return { text: lineTexts.join('\n'), lines };
}
