/**
 * What a script does when the navigator has yielded the floor, from what was said so far. Pure: it looks at no page
 * and sends nothing. Where an answer hangs on the page, the step says what has to be looked at, and `script.ts` looks.
 * What a script may say while the navigator is busy is in `script-chances.ts`.
 *
 * The lines of the dialogue come in order, each when its trigger happens. The replies are a pool: each is said when
 * the navigator asks for it, in whatever order that is. A question that nothing answers fails the dialogue.
 */
import type { Exchange, Turn } from '../contract/index.js';
import {
  asksSomething,
  collapse,
  compileMatch,
  type Likeness,
  type Line,
  type Match,
  nearness,
  noLikeness,
  type Reply,
  type Scenario,
  type Trigger,
} from '../dialogue/index.js';

export type Script = Pick<Scenario, 'dialogue' | 'replies'> & Partial<Pick<Scenario, 'finally'>>;

export interface Progress {
  /** Lines said so far; the last of them is the current one. */
  said: number;
  /** Turns there were when the current line was said. */
  since: number;
  /** How often each reply was said. */
  used: readonly number[];
  /** Turns there were when each reply was last said. */
  saidAt: readonly number[];
}

/** A trigger that only the page can tell. */
export type PageTrigger = Pick<Extract<Trigger, object>, 'url' | 'visible'> & { text?: Match | undefined };

export type Step =
  /** Judge the current line, then say the next one. */
  | { type: 'line' }
  /** As `line` if the page shows what the trigger waits for, else as `end`: nothing will bring it about any more. */
  | { type: 'look'; trigger: PageTrigger }
  | { type: 'reply'; text: string; reply: number | null }
  /** Judge the current line, then stop. `unmet` tells why the next line, where there is one, was never said. */
  | { type: 'end'; unmet?: string }
  | { type: 'fail'; kind: 'dialogue' | 'stuck'; reason: string };

export function beginning(script: Script): Progress {
  const none = script.replies.map(() => 0);
  return { said: 0, since: 0, used: none, saidAt: none };
}

/** The navigator has yielded the floor. */
export function decide(
  script: Script,
  progress: Progress,
  exchange: Exchange,
  likeness: Likeness = noLikeness,
): Step {
  if (progress.said === 0) return { type: 'line' };
  const last = lastSaid(exchange);
  if (last && asksSomething(last)) return answer(script, progress, last.text, likeness);
  if (last?.kind === 'unfinished' && !isJudged(currentLine(script, progress))) {
    return { type: 'fail', kind: 'stuck', reason: gaveUp(last.text) };
  }
  return finished(script, progress, exchange);
}

/** Where something is expected or checked, that decides; giving up may even be what is right. */
function isJudged(line: Line | undefined): boolean {
  return line !== undefined && line.expect.length + line.check.length > 0;
}

/** What the navigator said when it gave up just now, if it did. */
export function lastWordsOf(exchange: Exchange): string | null {
  const last = lastSaid(exchange);
  return last?.kind === 'unfinished' ? last.text : null;
}

/** Progress after the next line is said. */
export function afterLine(progress: Progress, exchange: Exchange): Progress {
  return { ...progress, said: progress.said + 1, since: exchange.turns.length };
}

/** Progress after a reply of the pool is said. */
export function afterReply(progress: Progress, reply: number | null, exchange: Exchange): Progress {
  return {
    ...progress,
    used: progress.used.map((times, i) => (i === reply ? times + 1 : times)),
    saidAt: progress.saidAt.map((at, i) => (i === reply ? exchange.turns.length : at)),
  };
}

/** A reply is said as often as its `times` says, once without it. */
export function isLeft({ used }: Progress, reply: Reply, index: number): boolean {
  return (used[index] ?? 0) < (reply.times ?? 1);
}

export function currentLine(script: Script, progress: Progress): Line | undefined {
  return script.dialogue[progress.said - 1];
}

export function turnsSince(progress: Progress, exchange: Exchange): readonly Turn[] {
  return exchange.turns.slice(progress.since);
}

export function gaveUp(words: string): string {
  return `The navigator gave up: ${quote(words)}`;
}

function quote(text: string): string {
  return `“${collapse(text)}”`;
}

function answer(script: Script, progress: Progress, question: string, likeness: Likeness): Step {
  const next = script.dialogue[progress.said];
  const awaited = next === undefined || next.when === 'done' ? undefined : next.when.asks;
  if (awaited !== undefined && compileMatch(awaited, likeness).test(question)) return { type: 'line' };
  let spent = false;
  for (const [i, reply] of script.replies.entries()) {
    if (reply.about === undefined || reply.say === undefined) continue;
    if (!compileMatch(reply.about, likeness).test(question)) continue;
    if (isLeft(progress, reply, i)) return { type: 'reply', text: reply.say, reply: i };
    spent = true;
  }
  const otherwise = script.replies.find((reply) => reply.otherwise !== undefined)?.otherwise ?? 'fail';
  if (otherwise !== 'fail') return { type: 'reply', text: otherwise, reply: null };
  const tried = [awaited, ...script.replies.map(({ about }) => about)].flatMap((match) =>
    match === undefined ? [] : [compileMatch(match, likeness)],
  );
  return {
    type: 'fail',
    kind: 'dialogue',
    reason: spent
      ? `The navigator asked ${quote(question)} again, after the scenario's reply to that was used up.`
      : `The navigator asked ${quote(question)}, and the scenario has no reply for it${nearness(tried, question)}.`,
  };
}

function finished(script: Script, progress: Progress, exchange: Exchange): Step {
  const next = script.dialogue[progress.said];
  if (!next) return { type: 'end' };
  const { when } = next;
  if (when === 'done') return { type: 'line' };
  if (when.asks !== undefined) {
    return { type: 'end', unmet: `the navigator never asked about ${compileMatch(when.asks)}` };
  }
  if (when.acts !== undefined) {
    const acts = actsSince(progress, exchange);
    if (acts >= when.acts) return { type: 'line' };
    return {
      type: 'end',
      unmet: `the navigator was done after ${acts} of the ${when.acts} acts that it waits for`,
    };
  }
  if (when.idle !== undefined) {
    return {
      type: 'end',
      unmet: `the navigator never did ${when.idle === 1 ? 'an act' : `${when.idle} acts in a row`} that changed nothing`,
    };
  }
  return { type: 'look', trigger: when };
}

export function actsSince({ since }: Pick<Progress, 'since'>, exchange: Exchange): number {
  return exchange.turns.slice(since).filter((turn) => turn.type === 'action').length;
}

/** The navigator's last words since the instructor spoke. */
function lastSaid(exchange: Exchange): Extract<Turn, { type: 'say'; speaker: 'navigator' }> | undefined {
  const start = exchange.turns.findLastIndex((turn) => turn.speaker === 'instructor') + 1;
  return exchange.turns.slice(start).findLast((turn) => turn.speaker === 'navigator' && turn.type === 'say');
}
