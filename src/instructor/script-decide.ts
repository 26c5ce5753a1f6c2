/**
 * Decides the next step of a script when it is the instructor's turn. Pure: a step that depends on the page contains
 * its trigger, and `script.ts` observes the page. Interjections are in `script-interjections.ts`.
 *
 * The lines of the dialogue are said in order, each when its trigger occurs. The replies are a pool: each is said when
 * the navigator asks for it, in any order. A question without an answer fails the dialogue.
 */
import type { Exchange, Turn } from '../contract/index.js';
import {
  asksSomething,
  collapseWhitespace,
  compileMatch,
  type SentenceSimilarity,
  type Line,
  type TextMatch,
  formatSimilarity,
  rejectComparison,
  type ScenarioReply,
  type Scenario,
  type Trigger,
} from '../dialogue/index.js';

export type ScriptDialogue = Pick<Scenario, 'dialogue' | 'replies'> & Partial<Pick<Scenario, 'finally'>>;

export interface ScriptProgress {
  /** Number of lines said so far; the last of them is the current line. */
  saidLineCount: number;
  /** Index of the turn that said the current line. */
  lastLineTurnIndex: number;
  /** How often each reply was said. */
  replyCounts: readonly number[];
  /** Index of the turn that last said each reply; 0 if it was never said. */
  lastReplyTurnIndexes: readonly number[];
}

/** A trigger that depends on the page. */
export type PageTrigger = Pick<Extract<Trigger, object>, 'url' | 'visible'> & {
  text?: TextMatch | undefined;
};

export type ScriptStep =
  /** Judge the current line, then say the next one. */
  | { type: 'line' }
  /**
   * Observe the page. Becomes `line` if the page meets the trigger, otherwise `end`, because the page will not change
   * any more.
   */
  | { type: 'observe'; trigger: PageTrigger }
  | { type: 'reply'; text: string; replyIndex: number | null }
  /** Judge the current line, then stop. `unmetReason` explains why the next line, if any, was never said. */
  | { type: 'end'; unmetReason?: string }
  | { type: 'fail'; kind: 'dialogue' | 'stuck'; reason: string };

export function createInitialProgress(script: ScriptDialogue): ScriptProgress {
  const zeros = script.replies.map(() => 0);
  return { saidLineCount: 0, lastLineTurnIndex: 0, replyCounts: zeros, lastReplyTurnIndexes: zeros };
}

/** Decides the next step when it is the instructor's turn. */
export function decideStep(
  script: ScriptDialogue,
  progress: ScriptProgress,
  exchange: Exchange,
  similarity: SentenceSimilarity = rejectComparison,
): ScriptStep {
  if (progress.saidLineCount === 0) return { type: 'line' };
  const lastSay = findLastUtterance(exchange);
  if (lastSay && asksSomething(lastSay)) return decideAnswer(script, progress, lastSay.text, similarity);
  if (lastSay?.kind === 'unfinished' && !hasExpectations(getCurrentLine(script, progress))) {
    return { type: 'fail', kind: 'stuck', reason: formatGiveUpReason(lastSay.text) };
  }
  return decideWithoutQuestion(script, progress, exchange);
}

/** Whether the line has expectations or checks. If it does, giving up may be correct. */
function hasExpectations(line: Line | undefined): boolean {
  return line !== undefined && line.expect.length + line.check.length > 0;
}

/** Returns what the navigator said if it has just given up. */
export function findGiveUpText(exchange: Exchange): string | null {
  const lastSay = findLastUtterance(exchange);
  return lastSay?.kind === 'unfinished' ? lastSay.text : null;
}

/** Returns the progress after the next line is said. */
export function advanceLine(progress: ScriptProgress, exchange: Exchange): ScriptProgress {
  return { ...progress, saidLineCount: progress.saidLineCount + 1, lastLineTurnIndex: exchange.turns.length };
}

/** Returns the progress after a reply from the pool is said. */
export function advanceReply(
  progress: ScriptProgress,
  replyIndex: number | null,
  exchange: Exchange,
): ScriptProgress {
  return {
    ...progress,
    replyCounts: progress.replyCounts.map((count, i) => (i === replyIndex ? count + 1 : count)),
    lastReplyTurnIndexes: progress.lastReplyTurnIndexes.map((turn, i) =>
      i === replyIndex ? exchange.turns.length : turn,
    ),
  };
}

/** Whether a reply may be said again: `times` limits it, once by default. */
export function canSayReply({ replyCounts }: ScriptProgress, reply: ScenarioReply, index: number): boolean {
  return (replyCounts[index] ?? 0) < (reply.times ?? 1);
}

export function getCurrentLine(script: ScriptDialogue, progress: ScriptProgress): Line | undefined {
  return script.dialogue[progress.saidLineCount - 1];
}

export function listTurnsOfLine(progress: ScriptProgress, exchange: Exchange): readonly Turn[] {
  return exchange.turns.slice(progress.lastLineTurnIndex);
}

export function formatGiveUpReason(text: string): string {
  return `The navigator gave up: ${quote(text)}`;
}

function quote(text: string): string {
  return `“${collapseWhitespace(text)}”`;
}

function decideAnswer(
  script: ScriptDialogue,
  progress: ScriptProgress,
  question: string,
  similarity: SentenceSimilarity,
): ScriptStep {
  const nextLine = script.dialogue[progress.saidLineCount];
  if (nextLine?.when === 'turn') return { type: 'line' };
  const expectedQuestion =
    nextLine === undefined || nextLine.when === 'done' ? undefined : nextLine.when.asks;
  if (expectedQuestion !== undefined && compileMatch(expectedQuestion, similarity).test(question))
    return { type: 'line' };
  let isUsedUp = false;
  for (const [i, reply] of script.replies.entries()) {
    if (reply.about === undefined || reply.say === undefined) continue;
    if (!compileMatch(reply.about, similarity).test(question)) continue;
    if (canSayReply(progress, reply, i)) return { type: 'reply', text: reply.say, replyIndex: i };
    isUsedUp = true;
  }
  const otherwise = script.replies.find((reply) => reply.otherwise !== undefined)?.otherwise ?? 'fail';
  if (otherwise !== 'fail') return { type: 'reply', text: otherwise, replyIndex: null };
  const matches = [expectedQuestion, ...script.replies.map(({ about }) => about)].flatMap((match) =>
    match === undefined ? [] : [compileMatch(match, similarity)],
  );
  return {
    type: 'fail',
    kind: 'dialogue',
    reason: isUsedUp
      ? `The navigator asked ${quote(question)} again, but the scenario's reply to it was already used up.`
      : `The navigator asked ${quote(question)}, and the scenario has no reply for it${formatSimilarity(matches, question)}.`,
  };
}

function decideWithoutQuestion(
  script: ScriptDialogue,
  progress: ScriptProgress,
  exchange: Exchange,
): ScriptStep {
  const nextLine = script.dialogue[progress.saidLineCount];
  if (!nextLine) return { type: 'end' };
  const { when } = nextLine;
  if (when === 'done' || when === 'turn') return { type: 'line' };
  if (when.asks !== undefined) {
    return { type: 'end', unmetReason: `the navigator never asked about ${compileMatch(when.asks)}` };
  }
  if (when.actions !== undefined) {
    const actionCount = countActionsSince(progress.lastLineTurnIndex, exchange);
    if (actionCount >= when.actions) return { type: 'line' };
    return {
      type: 'end',
      unmetReason: `the line waits for ${when.actions} actions, and the navigator was done after ${actionCount}`,
    };
  }
  if (when.idle !== undefined) {
    return {
      type: 'end',
      unmetReason: `the navigator never performed ${when.idle === 1 ? 'an action' : `${when.idle} consecutive actions`} that changed nothing`,
    };
  }
  return { type: 'observe', trigger: when };
}

/** @param turnIndex index of the first turn to count */
export function countActionsSince(turnIndex: number, exchange: Exchange): number {
  return exchange.turns.slice(turnIndex).filter((turn) => turn.type === 'action').length;
}

/** Returns the navigator's last utterance since the instructor spoke. */
function findLastUtterance(
  exchange: Exchange,
): Extract<Turn, { type: 'say'; speaker: 'navigator' }> | undefined {
  const firstTurnIndex = exchange.turns.findLastIndex((turn) => turn.speaker === 'instructor') + 1;
  return exchange.turns
    .slice(firstTurnIndex)
    .findLast((turn) => turn.speaker === 'navigator' && turn.type === 'say');
}
