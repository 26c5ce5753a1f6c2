/** `acts` and `download`: what was done in this run so far, and what came of it as a file. */
import type { CheckResult, Probe, Turn } from '../../contract/index.js';
import { globMatches } from '../globs.js';
import { compileMatch, type Matcher } from '../matchers.js';
import type { ActsCheck, DownloadCheck } from '../schema/scenario.js';
import { poll, type Times } from './looking.js';

type ActTurn = Extract<Turn, { type: 'action' }>;
type ActPattern = NonNullable<ActsCheck['never']>[number];

/** All acts count, also those that failed; only those that were performed have happened. */
export function judgeActs({ max, min, never, some }: ActsCheck, turns: readonly Turn[]): CheckResult {
  const acts = turns.filter((turn) => turn.type === 'action');
  const performed = acts.filter(({ outcome }) => outcome.status === 'done' || outcome.status === 'no-effect');
  const faults: string[] = [];
  const wanted: string[] = [];
  if (max !== undefined) {
    wanted.push(`at most ${number(max)}`);
    if (acts.length > max) faults.push(number(acts.length));
  }
  if (min !== undefined) {
    wanted.push(`at least ${number(min)}`);
    if (acts.length < min) faults.push(number(acts.length));
  }
  for (const pattern of never ?? []) {
    wanted.push(`never ${describeActs(pattern)}`);
    const found = performed.find((turn) => actFits(pattern, turn));
    if (found) faults.push(described(found));
  }
  for (const pattern of some ?? []) {
    wanted.push(`one ${describeActs(pattern)}`);
    if (!performed.some((turn) => actFits(pattern, turn))) faults.push(`no ${describeActs(pattern)}`);
  }
  const expected = wanted.join(', ');
  return {
    label: `the acts: ${expected}`,
    pass: faults.length === 0,
    expected,
    actual: faults.length === 0 ? number(acts.length) : [...new Set(faults)].join(', '),
  };
}

function number(acts: number): string {
  return acts === 1 ? '1 act' : `${acts} acts`;
}

function actFits({ intent, target, url }: ActPattern, turn: ActTurn): boolean {
  if (intent !== undefined && turn.action.intent !== intent) return false;
  if (target !== undefined && !compileMatch(target).test(turn.target?.name ?? '')) return false;
  return url === undefined || globMatches(url, turn.url);
}

function describeActs({ intent, target, url }: ActPattern): string {
  const parts = [intent ?? 'act'];
  if (target !== undefined) parts.push(`on ${compileMatch(target)}`);
  if (url !== undefined) parts.push(`that leads to ${url}`);
  return parts.join(' ');
}

function described({ action: act, target, url }: ActTurn): string {
  return `${act.intent}${target ? ` on “${target.name}”` : ''} (then at ${url})`;
}

function sizeText({ min, max }: NonNullable<DownloadCheck['size']>): string[] {
  if (min !== undefined && max !== undefined) return [`of ${min === max ? min : `${min} to ${max}`} bytes`];
  if (min !== undefined) return [`of ${min} bytes or more`];
  return max === undefined ? [] : [`of ${max} bytes or fewer`];
}

export async function judgeDownload(
  { name, size }: DownloadCheck,
  probe: Probe,
  signal: AbortSignal,
  times: Times,
): Promise<CheckResult> {
  const matcher: Matcher | null = name === undefined ? null : compileMatch(name);
  const parts = ['a downloaded file'];
  if (matcher) parts.push(`named ${matcher}`);
  if (size) parts.push(...sizeText(size));
  const look = await poll(times, signal, () => {
    const files = probe.downloads();
    const pass = files.some(
      (file) =>
        (matcher?.test(file.name) ?? true) &&
        file.bytes >= (size?.min ?? 0) &&
        file.bytes <= (size?.max ?? Infinity),
    );
    const shown = files.map((file) => `${file.name} (${file.bytes} bytes)`).join(', ');
    return { pass, actual: shown || 'no downloaded file' };
  });
  const expected = parts.join(' ');
  return { label: `there is ${expected}`, expected, ...look };
}
