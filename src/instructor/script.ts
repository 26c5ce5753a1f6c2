/** The instructor that follows a scenario. It carries out the steps that `script-decide.ts` chooses. */
import type { CheckResult, Exchange, Instructor, InstructorMove, Probe } from '../contract/index.js';
import type { JudgeOptions } from '../dialogue/index.js';
import { type Interjection, findInterjections } from './script-interjections.js';
import {
  advanceLine,
  advanceReply,
  createInitialProgress,
  decideStep,
  findGiveUpText,
  type ScriptProgress,
  type ScriptDialogue,
  type ScriptStep,
} from './script-decide.js';
import { createSimilarityTable, type CompareSentences } from './script-similarity.js';
import {
  judgeTimeOf,
  type ScriptFailure,
  findFailure,
  type JudgedResult,
  judgeFinally,
  judgeLine,
  judgeTrigger,
  toCheckResults,
} from './script-judging.js';

export interface ScriptInstructorOptions {
  /** Options for checks, such as how long they wait. The defaults suit live pages. */
  judge?: JudgeOptions;
  /** Compares sentences; required if the script uses `similar`. */
  compare?: CompareSentences | undefined;
}

export function createScriptInstructor(
  script: ScriptDialogue,
  options: ScriptInstructorOptions = {},
): Instructor {
  let progress = createInitialProgress(script);
  let finalMove: InstructorMove | null = null;
  const similarities = createSimilarityTable(script, options.compare);
  /**
   * Replies whose condition was met at the last observation. They are not said again while the condition stays true.
   */
  const metReplies = new Set<number>();

  /** Updates progress together with the move, so that an abort leaves the script unchanged. */
  function say(
    text: string,
    scriptPath: readonly (string | number)[],
    nextProgress: ScriptProgress,
    checks: CheckResult[] = [],
  ): InstructorMove {
    progress = nextProgress;
    return { type: 'say', text, scriptPath, ...(checks.length > 0 && { checks }) };
  }

  function stop(failed: ScriptFailure | null, checks: CheckResult[] = []): InstructorMove {
    finalMove = { type: 'stop', ...(failed && { failed }) };
    return { ...finalMove, ...(checks.length > 0 && { checks }) };
  }

  async function perform(
    step: ScriptStep | Interjection,
    exchange: Exchange,
    probe: Probe,
    signal: AbortSignal,
  ): Promise<InstructorMove> {
    switch (step.type) {
      case 'fail':
        return stop({ kind: step.kind, reason: step.reason });
      case 'reply':
        return say(
          step.text,
          ['replies', replyIndex(step.reply)],
          advanceReply(progress, step.reply, exchange),
        );
      case 'observe': {
        const observed = await judgeTrigger(step.trigger, probe, signal, options.judge);
        if (observed.pass) return perform({ type: 'line' }, exchange, probe, signal);
        const unmet = `it waits until ${observed.label}, but the page shows ${observed.actual}`;
        return perform({ type: 'end', unmet }, exchange, probe, signal);
      }
      case 'line': {
        const checks = await judge(exchange, probe, signal);
        const failed = findFailure(checks, exchange);
        const next = script.dialogue[progress.linesSaid];
        if (failed || !next) return stop(failed, toCheckResults(checks));
        return say(
          next.say,
          ['dialogue', progress.linesSaid],
          advanceLine(progress, exchange),
          toCheckResults(checks),
        );
      }
      case 'end': {
        const checks = await judge(exchange, probe, signal);
        const failed = findFailure(checks, exchange);
        if (step.unmet === undefined) return stop(failed, toCheckResults(checks));
        const number = progress.linesSaid + 1;
        const unmet = `Line ${number} was never said because ${step.unmet}.`;
        const unsaidLine: CheckResult = {
          label: `line ${number} is said`,
          pass: false,
          expected: 'said',
          actual: step.unmet,
        };
        return stop(
          failed ? { ...failed, reason: `${failed.reason} ${unmet}` } : { kind: 'dialogue', reason: unmet },
          [...toCheckResults(checks), unsaidLine],
        );
      }
    }
  }

  /** The reply's index, or that of `otherwise`, which answers questions that no reply matches. */
  const replyIndex = (index: number | null): number =>
    index ?? script.replies.findIndex(({ otherwise }) => otherwise !== undefined);

  const judge = (exchange: Exchange, probe: Probe, signal: AbortSignal): Promise<JudgedResult[]> =>
    judgeLine(script, progress, exchange, probe, signal, options.judge, similarities.lookUp);

  /**
   * Returns the first interjection whose condition is met now. It does not wait: it runs again after the next action.
   */
  async function tryInterject(
    exchange: Exchange,
    probe: Probe,
    signal: AbortSignal,
  ): Promise<InstructorMove | null> {
    for (const interjection of findInterjections(script, progress, exchange)) {
      const { trigger } = interjection;
      if (trigger) {
        const { pass } = await judgeTrigger(trigger, probe, signal, { ...options.judge, timeoutMs: 0 });
        const alreadyMet = interjection.type === 'reply' && pass && metReplies.has(interjection.reply);
        if (interjection.type === 'reply') metReplies[pass ? 'add' : 'delete'](interjection.reply);
        if (!pass || alreadyMet) continue;
      }
      return perform(interjection, exchange, probe, signal);
    }
    return null;
  }

  return {
    async next(exchange, probe, signal) {
      signal.throwIfAborted();
      if (finalMove) return finalMove;
      await similarities.update(exchange, signal);
      // A navigator that gives up counts as idle, so replies for idle navigators are tried first.
      const interjection =
        findGiveUpText(exchange) === null
          ? null
          : await tryInterject({ ...exchange, idleActions: Infinity }, probe, signal);
      return (
        interjection ??
        perform(decideStep(script, progress, exchange, similarities.lookUp), exchange, probe, signal)
      );
    },

    async interject(exchange, probe, signal) {
      signal.throwIfAborted();
      if (finalMove) return null;
      await similarities.update(exchange, signal);
      return tryInterject(exchange, probe, signal);
    },

    extraConcludeMs: judgeTimeOf(script.finally ?? []),

    conclude: (exchange, probe, signal) =>
      judgeFinally(script.finally ?? [], exchange, probe, signal, options.judge),
  };
}
