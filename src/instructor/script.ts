/** The instructor that follows a scenario. What to do is decided in `script-decide.ts`; here it is done. */
import type { CheckResult, Exchange, Instructor, InstructorMove, Probe } from '../contract/index.js';
import type { JudgeOptions } from '../dialogue/index.js';
import { type Chance, chancesOf } from './script-chances.js';
import {
  afterLine,
  afterReply,
  beginning,
  decide,
  lastWordsOf,
  type Progress,
  type Script,
  type Step,
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

export interface ScriptOptions {
  /** How long checks wait; the defaults suit live pages. */
  judge?: JudgeOptions;
  /** Tells how alike sentences are, for a script that compares some. */
  compare?: Compare | undefined;
}

export function createScriptInstructor(script: Script, options: ScriptOptions = {}): Instructor {
  let progress = beginning(script);
  let over: InstructorMove | null = null;
  const likenesses = createLikenesses(script, options.compare);
  /** Replies whose cause held at the last look: they are said when it comes about, and not as long as it lasts. */
  const held = new Set<number>();

  /** Progress is kept only with the move that it belongs to, so that an abort on the way leaves the script as it was. */
  function say(
    text: string,
    written: readonly (string | number)[],
    then: Progress,
    checks: CheckResult[] = [],
  ): InstructorMove {
    progress = then;
    return { type: 'say', text, scriptPath: written, ...(checks.length > 0 && { checks }) };
  }

  function stop(failed: Failed | null, checks: CheckResult[] = []): InstructorMove {
    over = { type: 'stop', ...(failed && { failed }) };
    return { ...over, ...(checks.length > 0 && { checks }) };
  }

  async function take(
    step: Step | Chance,
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
        const seen = await judgeTrigger(step.trigger, probe, signal, options.judge);
        if (seen.pass) return take({ type: 'line' }, exchange, probe, signal);
        const unmet = `it waits until ${seen.label}, and what there was is ${seen.actual}`;
        return take({ type: 'end', unmet }, exchange, probe, signal);
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

  /** `otherwise` answers what no reply is about. */
  const replyIndex = (index: number | null): number =>
    index ?? script.replies.findIndex(({ otherwise }) => otherwise !== undefined);

  const judge = (exchange: Exchange, probe: Probe, signal: AbortSignal): Promise<Judged[]> =>
    judgeLine(script, progress, exchange, probe, signal, options.judge, likenesses.of);

  /** The first chance that holds. Only looks: nothing is waited for, there is another one after the next act. */
  async function takeChance(
    exchange: Exchange,
    probe: Probe,
    signal: AbortSignal,
  ): Promise<InstructorMove | null> {
    for (const chance of chancesOf(script, progress, exchange)) {
      const { look } = chance;
      if (look) {
        const { pass } = await judgeTrigger(look, probe, signal, { ...options.judge, within: 0 });
        const again = chance.type === 'reply' && pass && held.has(chance.reply);
        if (chance.type === 'reply') held[pass ? 'add' : 'delete'](chance.reply);
        if (!pass || again) continue;
      }
      return take(chance, exchange, probe, signal);
    }
    return null;
  }

  return {
    async next(exchange, probe, signal) {
      signal.throwIfAborted();
      if (over) return over;
      await likenesses.learn(exchange, signal);
      // Whoever gives up is as stuck as can be: what the script has for that comes first.
      const helped =
        lastWordsOf(exchange) === null
          ? null
          : await takeChance({ ...exchange, idleActions: Infinity }, probe, signal);
      return helped ?? take(decide(script, progress, exchange, likenesses.of), exchange, probe, signal);
    },

    async interject(exchange, probe, signal) {
      signal.throwIfAborted();
      if (over) return null;
      await likenesses.learn(exchange, signal);
      return takeChance(exchange, probe, signal);
    },

    conclude: (exchange, probe, signal) =>
      judgeFinally(script.finally ?? [], exchange, probe, signal, options.judge),
  };
}
