/** The instructor that follows a scenario: carries out the steps that `script-decide.ts` decides. */
import type { CheckResult, Exchange, Instructor, InstructorMove, Probe } from '../contract/index.js';
import type { JudgeOptions } from '../dialogue/index.js';
import { type Interjection, findInterjections } from './script-interjections.js';
import {
  afterLine,
  afterReply,
  initialProgress,
  decide,
  gaveUpText,
  type ScriptProgress,
  type ScriptDialogue,
  type ScriptStep,
} from './script-decide.js';
import { createLikenesses, type Compare } from './script-likeness.js';
import {
  type Failed,
  failureOf,
  type Judged,
  judgeFinally,
  judgeLine,
  judgeTrigger,
  results,
} from './script-judging.js';

export interface ScriptInstructorOptions {
  /** How long checks wait; the defaults suit live pages. */
  judge?: JudgeOptions;
  /** Compares sentences; required if the script uses `similar`. */
  compare?: Compare | undefined;
}

export function createScriptInstructor(
  script: ScriptDialogue,
  options: ScriptInstructorOptions = {},
): Instructor {
  let progress = initialProgress(script);
  let over: InstructorMove | null = null;
  const likenesses = createLikenesses(script, options.compare);
  /** Replies whose condition was met at the last observation: each is said when the condition becomes true, not while it stays true. */
  const met = new Set<number>();

  /** Updates progress together with the move, so that an abort leaves the script unchanged. */
  function say(
    text: string,
    written: readonly (string | number)[],
    then: ScriptProgress,
    checks: CheckResult[] = [],
  ): InstructorMove {
    progress = then;
    return { type: 'say', text, scriptPath: written, ...(checks.length > 0 && { checks }) };
  }

  function stop(failed: Failed | null, checks: CheckResult[] = []): InstructorMove {
    over = { type: 'stop', ...(failed && { failed }) };
    return { ...over, ...(checks.length > 0 && { checks }) };
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
          afterReply(progress, step.reply, exchange),
        );
      case 'look': {
        const observed = await judgeTrigger(step.trigger, probe, signal, options.judge);
        if (observed.pass) return perform({ type: 'line' }, exchange, probe, signal);
        const unmet = `it waits until ${observed.label}, but the page shows ${observed.actual}`;
        return perform({ type: 'end', unmet }, exchange, probe, signal);
      }
      case 'line': {
        const checks = await judge(exchange, probe, signal);
        const failed = failureOf(checks, exchange);
        const next = script.dialogue[progress.said];
        if (failed || !next) return stop(failed, results(checks));
        return say(next.say, ['dialogue', progress.said], afterLine(progress, exchange), results(checks));
      }
      case 'end': {
        const checks = await judge(exchange, probe, signal);
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

  /** Questions that no reply matches are answered by `otherwise`. */
  const replyIndex = (index: number | null): number =>
    index ?? script.replies.findIndex(({ otherwise }) => otherwise !== undefined);

  const judge = (exchange: Exchange, probe: Probe, signal: AbortSignal): Promise<Judged[]> =>
    judgeLine(script, progress, exchange, probe, signal, options.judge, likenesses.of);

  /** Returns the first interjection whose condition is met now. It does not wait: it runs again after the next action. */
  async function tryInterject(
    exchange: Exchange,
    probe: Probe,
    signal: AbortSignal,
  ): Promise<InstructorMove | null> {
    for (const interjection of findInterjections(script, progress, exchange)) {
      const { look } = interjection;
      if (look) {
        const { pass } = await judgeTrigger(look, probe, signal, { ...options.judge, within: 0 });
        const again = interjection.type === 'reply' && pass && met.has(interjection.reply);
        if (interjection.type === 'reply') met[pass ? 'add' : 'delete'](interjection.reply);
        if (!pass || again) continue;
      }
      return perform(interjection, exchange, probe, signal);
    }
    return null;
  }

  return {
    async next(exchange, probe, signal) {
      signal.throwIfAborted();
      if (over) return over;
      await likenesses.learn(exchange, signal);
      // A navigator that gives up counts as idle, so replies for idle navigators come first.
      const helped =
        gaveUpText(exchange) === null
          ? null
          : await tryInterject({ ...exchange, idleActions: Infinity }, probe, signal);
      return helped ?? perform(decide(script, progress, exchange, likenesses.of), exchange, probe, signal);
    },

    async interject(exchange, probe, signal) {
      signal.throwIfAborted();
      if (over) return null;
      await likenesses.learn(exchange, signal);
      return tryInterject(exchange, probe, signal);
    },

    conclude: (exchange, probe, signal) =>
      judgeFinally(script.finally ?? [], exchange, probe, signal, options.judge),
  };
}
