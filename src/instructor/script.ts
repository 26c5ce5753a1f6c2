/** The instructor that follows a scenario. It performs the steps that `script-decide.ts` chooses. */
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
  computeExtraTimeMs,
  type ScriptFailure,
  findFailure,
  type JudgedResult,
  judgeFinalChecks,
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
  const metReplyIndexes = new Set<number>();

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

  function stop(failure: ScriptFailure | null, checks: CheckResult[] = []): InstructorMove {
    finalMove = { type: 'stop', ...(failure && { failed: failure }) };
    return { ...finalMove, ...(checks.length > 0 && { checks }) };
  }

  async function performStep(
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
          ['replies', findReplyIndex(step.replyIndex)],
          advanceReply(progress, step.replyIndex, exchange),
        );
      case 'observe': {
        const triggerResult = await judgeTrigger(step.trigger, probe, signal, options.judge);
        if (triggerResult.pass) return performStep({ type: 'line' }, exchange, probe, signal);
        const unmetReason = `it waits until ${triggerResult.label}, but the page shows ${triggerResult.actual}`;
        return performStep({ type: 'end', unmetReason }, exchange, probe, signal);
      }
      case 'line': {
        const checks = await judgeCurrentLine(exchange, probe, signal);
        const failure = findFailure(checks, exchange);
        const nextLine = script.dialogue[progress.saidLineCount];
        if (failure || !nextLine) return stop(failure, toCheckResults(checks));
        return say(
          nextLine.say,
          ['dialogue', progress.saidLineCount],
          advanceLine(progress, exchange),
          toCheckResults(checks),
        );
      }
      case 'end': {
        const checks = await judgeCurrentLine(exchange, probe, signal);
        const failure = findFailure(checks, exchange);
        if (step.unmetReason === undefined) return stop(failure, toCheckResults(checks));
        const lineNumber = progress.saidLineCount + 1;
        const unsaidReason = `Line ${lineNumber} was never said because ${step.unmetReason}.`;
        const unsaidLine: CheckResult = {
          label: `line ${lineNumber} is said`,
          pass: false,
          expected: 'said',
          actual: step.unmetReason,
        };
        return stop(
          failure
            ? { ...failure, reason: `${failure.reason} ${unsaidReason}` }
            : { kind: 'dialogue', reason: unsaidReason },
          [...toCheckResults(checks), unsaidLine],
        );
      }
    }
  }

  /** Returns the reply's index; for null, the index of the `otherwise` entry. */
  const findReplyIndex = (index: number | null): number =>
    index ?? script.replies.findIndex(({ otherwise }) => otherwise !== undefined);

  const judgeCurrentLine = (exchange: Exchange, probe: Probe, signal: AbortSignal): Promise<JudgedResult[]> =>
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
        const wasAlreadyMet =
          interjection.type === 'reply' && pass && metReplyIndexes.has(interjection.replyIndex);
        if (interjection.type === 'reply') metReplyIndexes[pass ? 'add' : 'delete'](interjection.replyIndex);
        if (!pass || wasAlreadyMet) continue;
      }
      return performStep(interjection, exchange, probe, signal);
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
          : await tryInterject({ ...exchange, idleActionCount: Infinity }, probe, signal);
      return (
        interjection ??
        performStep(decideStep(script, progress, exchange, similarities.lookUp), exchange, probe, signal)
      );
    },

    async interject(exchange, probe, signal) {
      signal.throwIfAborted();
      if (finalMove) return null;
      await similarities.update(exchange, signal);
      return tryInterject(exchange, probe, signal);
    },

    extraConcludeMs: computeExtraTimeMs(script.finally ?? []),

    conclude: (exchange, probe, signal) =>
      judgeFinalChecks(script.finally ?? [], exchange, probe, signal, options.judge),
  };
}
