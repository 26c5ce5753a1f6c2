/** The instructor that follows a scenario. What to do is decided in `script-decide.ts`; here it is done. */
import type { CheckResult, Exchange, Instructor, InstructorMove, Probe } from '../contract/index.js';
import { judgeCheck, judgeExpectation, type JudgeOptions } from '../dialogue/index.js';
import {
  afterLine,
  afterReply,
  beginning,
  currentLine,
  decide,
  decideInterjection,
  gaveUp,
  lastWordsOf,
  type PageTrigger,
  type Progress,
  type Script,
  type Step,
  turnsSince,
} from './script-decide.js';

type Failed = NonNullable<Extract<InstructorMove, { type: 'stop' }>['failed']>;

export interface ScriptOptions {
  /** How long checks wait; the defaults suit live pages. */
  judge?: JudgeOptions;
}

export function createScriptInstructor(script: Script, options: ScriptOptions = {}): Instructor {
  let progress = beginning(script);
  let over: InstructorMove | null = null;

  /** Progress is kept only with the move that it belongs to, so that an abort on the way leaves the script as it was. */
  function say(text: string, then: Progress, checks: CheckResult[] = []): InstructorMove {
    progress = then;
    return { type: 'say', text, ...(checks.length > 0 && { checks }) };
  }

  function stop(failed: Failed | null, checks: CheckResult[] = []): InstructorMove {
    over = { type: 'stop', ...(failed && { failed }) };
    return { ...over, ...(checks.length > 0 && { checks }) };
  }

  async function take(
    step: Step,
    exchange: Exchange,
    probe: Probe,
    signal: AbortSignal,
  ): Promise<InstructorMove> {
    switch (step.type) {
      case 'fail':
        return stop({ kind: step.kind, reason: step.reason });
      case 'reply':
        return say(step.text, afterReply(progress, step.reply));
      case 'look': {
        const seen = await judgeCheck(asCheck(step.trigger), probe, signal, options.judge);
        if (seen.pass) return take({ type: 'line' }, exchange, probe, signal);
        const unmet = `it waits until ${seen.label}, and what there was is ${seen.actual}`;
        return take({ type: 'end', unmet }, exchange, probe, signal);
      }
      case 'line': {
        const checks = await judgeLine(exchange, probe, signal);
        const failed = failureOf(checks, exchange);
        const next = script.dialogue[progress.said];
        if (failed || !next) return stop(failed, results(checks));
        return say(next.say, afterLine(progress, exchange), results(checks));
      }
      case 'end': {
        const checks = await judgeLine(exchange, probe, signal);
        const failed = failureOf(checks, exchange);
        if (step.unmet === undefined) return stop(failed, results(checks));
        const number = progress.said + 1;
        const unmet = `Line ${number} was never said because ${step.unmet}.`;
        const said: CheckResult = {
          label: `line ${number} is said`,
          pass: false,
          expected: 'said',
          actual: step.unmet,
        };
        return stop(
          failed ? { ...failed, reason: `${failed.reason} ${unmet}` } : { kind: 'dialogue', reason: unmet },
          [...results(checks), said],
        );
      }
    }
  }

  async function judgeLine(exchange: Exchange, probe: Probe, signal: AbortSignal): Promise<Judged[]> {
    const line = currentLine(script, progress);
    if (!line) return [];
    const judged: Judged[] = [];
    const turns = turnsSince(progress, exchange);
    for (const expectation of line.expect)
      judged.push({ kind: 'dialogue', result: judgeExpectation(expectation, turns) });
    for (const check of line.check) {
      judged.push({ kind: 'check', result: await judgeCheck(check, probe, signal, options.judge) });
    }
    if (script.dialogue.length === 1) return judged;
    const number = progress.said;
    return judged.map(({ kind, result }) => ({
      kind,
      result: { ...result, label: `line ${number}: ${result.label}` },
    }));
  }

  return {
    async next(exchange, probe, signal) {
      signal.throwIfAborted();
      return over ?? (await take(decide(script, progress, exchange), exchange, probe, signal));
    },

    async interject(exchange, probe, signal) {
      signal.throwIfAborted();
      const step = over ? null : decideInterjection(script, progress, exchange);
      if (!step) return null;
      if (step.type !== 'look') return take(step, exchange, probe, signal);
      // Only a look: the navigator is at work, and there is another one after its next act.
      const seen = await judgeCheck(asCheck(step.trigger), probe, signal, { ...options.judge, within: 0 });
      return seen.pass ? take({ type: 'line' }, exchange, probe, signal) : null;
    },
  };
}

interface Judged {
  kind: 'check' | 'dialogue';
  result: CheckResult;
}

function results(judged: readonly Judged[]): CheckResult[] {
  return judged.map(({ result }) => result);
}

/** What the page shows weighs more than what was said about it, so a failed check names the failure. */
function failureOf(judged: readonly Judged[], exchange: Exchange): Failed | null {
  const failures = judged.filter(({ result }) => !result.pass);
  const first = failures.find(({ kind }) => kind === 'check') ?? failures[0];
  if (!first) return null;
  const { label, expected, actual } = first.result;
  const more = failures.length > 1 ? ` ${failures.length - 1} more failed.` : '';
  const words = lastWordsOf(exchange);
  return {
    kind: first.kind,
    reason:
      `${first.kind === 'check' ? 'A check' : 'An expectation'} failed: ${label}. Expected: ${expected}; found: ${actual}.` +
      more +
      (words === null ? '' : ` ${gaveUp(words)}`),
  };
}

function asCheck(trigger: PageTrigger) {
  return trigger.url !== undefined
    ? { url: trigger.url }
    : { element: { ...trigger.visible, state: 'visible' as const } };
}
