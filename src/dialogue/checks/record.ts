/** Judges the checks `actions` and `download`: the actions performed and the files downloaded so far. */
import type { CheckResult, Probe, Turn } from '../../contract/index.js';
import { matchesGlob } from '../globs.js';
import { compileMatch, type Matcher } from '../matchers.js';
import type { ActionsCheck, DownloadCheck } from '../schema/scenario.js';
import { poll, type JudgeContext } from './poll.js';

type ActionTurn = Extract<Turn, { type: 'action' }>;
type ActionPattern = NonNullable<ActionsCheck['never']>[number];

/** `max` and `min` also count failed actions; `never` and `some` consider only actions that were performed. */
export function judgeActions({ max, min, never, some }: ActionsCheck, turns: readonly Turn[]): CheckResult {
  const actions = turns.filter((turn) => turn.type === 'action');
  const performedActions = actions.filter(
    ({ outcome }) => outcome.status === 'done' || outcome.status === 'no-effect',
  );
  const faults: string[] = [];
  const expectations: string[] = [];
  if (max !== undefined) {
    expectations.push(`at most ${formatActionCount(max)}`);
    if (actions.length > max) faults.push(formatActionCount(actions.length));
  }
  if (min !== undefined) {
    expectations.push(`at least ${formatActionCount(min)}`);
    if (actions.length < min) faults.push(formatActionCount(actions.length));
  }
  for (const pattern of never ?? []) {
    expectations.push(`never ${pattern.intent ? '' : 'an '}${describePattern(pattern)}`);
    const forbiddenTurn = performedActions.find((turn) => fitsPattern(pattern, turn));
    if (forbiddenTurn) faults.push(describeTurn(forbiddenTurn));
  }
  for (const pattern of some ?? []) {
    expectations.push(`one ${describePattern(pattern)}`);
    if (!performedActions.some((turn) => fitsPattern(pattern, turn)))
      faults.push(`no ${describePattern(pattern)}`);
  }
  const expected = expectations.join(', ');
  return {
    label: `the actions: ${expected}`,
    pass: faults.length === 0,
    expected,
    actual: faults.length === 0 ? formatActionCount(actions.length) : [...new Set(faults)].join(', '),
  };
}

function formatActionCount(count: number): string {
  return count === 1 ? '1 action' : `${count} actions`;
}

function fitsPattern({ intent, target, url }: ActionPattern, turn: ActionTurn): boolean {
  if (intent !== undefined && turn.action.intent !== intent) return false;
  if (target !== undefined && !compileMatch(target).test(turn.target?.name ?? '')) return false;
  return url === undefined || matchesGlob(url, turn.url);
}

function describePattern({ intent, target, url }: ActionPattern): string {
  const phrases = [intent ?? 'action'];
  if (target !== undefined) phrases.push(`on ${compileMatch(target)}`);
  if (url !== undefined) phrases.push(`that leads to ${url}`);
  return phrases.join(' ');
}

function describeTurn({ action, target, url }: ActionTurn): string {
  return `${action.intent}${target ? ` on “${target.name}”` : ''} (then at ${url})`;
}

function describeSize({ min, max }: NonNullable<DownloadCheck['size']>): string[] {
  if (min !== undefined && max !== undefined) return [`of ${min === max ? min : `${min} to ${max}`} bytes`];
  if (min !== undefined) return [`of ${min} bytes or more`];
  return max === undefined ? [] : [`of ${max} bytes or fewer`];
}

export async function judgeDownload(
  { name, size }: DownloadCheck,
  probe: Probe,
  signal: AbortSignal,
  context: JudgeContext,
): Promise<CheckResult> {
  const matcher: Matcher | null = name === undefined ? null : compileMatch(name);
  const phrases = ['a downloaded file'];
  if (matcher) phrases.push(`named ${matcher}`);
  if (size) phrases.push(...describeSize(size));
  const result = await poll(context, signal, () => {
    const files = probe.downloads();
    const pass = files.some(
      (file) =>
        (matcher?.test(file.name) ?? true) &&
        file.bytes >= (size?.min ?? 0) &&
        file.bytes <= (size?.max ?? Infinity),
    );
    const fileList = files.map((file) => `${file.name} (${file.bytes} bytes)`).join(', ');
    return { pass, actual: fileList || 'no downloaded file' };
  });
  const expected = phrases.join(' ');
  return { label: `there is ${expected}`, expected, ...result };
}
