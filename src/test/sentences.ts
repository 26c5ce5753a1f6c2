/** What steps and summaries say of acts, checks and addresses: one line each, of a length that lists have room for. */
import { formatAct } from '../action/index.js';
import type { CheckResult, Observation, PageAction } from '../contract/index.js';
import { plainText } from '../instructor/index.js';

const LONGEST = 120;

export function shortened(text: string, longest = LONGEST): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** The act with its target as it was seen last. */
export function actText(act: PageAction, seen: Observation | null): string {
  const uid = 'uid' in act ? act.uid : undefined;
  const found = seen?.candidates.find((candidate) => candidate.uid === uid);
  return formatAct(act, found ? { ...found, name: found.name || found.text } : null);
}

/** The number of its line is that of the step that it stands in. */
export const bareLabel = (label: string): string => label.replace(/^line \d+: /, '');

/** Reports show a failed step with its place alone, so what was found stands in its title. */
export const checkText = ({ label, soft, pass, actual }: CheckResult): string =>
  `check: ${shortened(bareLabel(label))}${pass ? '' : ` (found: ${shortened(actual)})`}${soft ? ' (soft)' : ''}`;

/** An address as the site knows it: hosts are the same all along. */
export function pathOf(url: string): string {
  if (!/^https?:/.test(url)) return '';
  const { pathname, search } = new URL(url);
  return shortened(`${pathname}${search}`);
}
