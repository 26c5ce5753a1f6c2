/**
 * Finds what a script may say without being asked: the next line, or a reply whose condition is met. Pure: an
 * interjection that depends on the page contains the trigger that the page must meet.
 */
import type { Exchange } from '../contract/index.js';
import type { ScriptDialogue } from './script-decide.js';
import { countActionsSince, canSayReply, type PageTrigger, type ScriptProgress } from './script-decide.js';

export type Interjection = {
  /** If set, the interjection applies only if the page meets this trigger. */
  trigger?: PageTrigger;
} & ({ type: 'line' } | { type: 'reply'; text: string; replyIndex: number });

/** Called after an action, or when the navigator makes no progress. Returns candidates in order of precedence. */
export function findInterjections(
  script: ScriptDialogue,
  progress: ScriptProgress,
  exchange: Exchange,
): Interjection[] {
  if (progress.saidLineCount === 0) return [];
  return [
    ...findLineInterjection(script, progress, exchange),
    ...findReplyInterjections(script, progress, exchange),
  ];
}

function findLineInterjection(
  script: ScriptDialogue,
  progress: ScriptProgress,
  exchange: Exchange,
): Interjection[] {
  const when = script.dialogue[progress.saidLineCount]?.when;
  if (when === undefined || typeof when === 'string') return [];
  if (when.actions !== undefined)
    return countActionsSince(progress.lastLineTurnIndex, exchange) >= when.actions ? [{ type: 'line' }] : [];
  if (when.idle !== undefined) return (exchange.idleActionCount ?? 0) >= when.idle ? [{ type: 'line' }] : [];
  return when.asks === undefined ? [{ type: 'line', trigger: when }] : [];
}

function findReplyInterjections(
  script: ScriptDialogue,
  progress: ScriptProgress,
  exchange: Exchange,
): Interjection[] {
  return script.replies.flatMap((reply, i): Interjection[] => {
    const { when, say } = reply;
    if (when === undefined || say === undefined || !canSayReply(progress, reply, i)) return [];
    const interjection = { type: 'reply' as const, text: say, replyIndex: i };
    if (when.idle !== undefined) return (exchange.idleActionCount ?? 0) >= when.idle ? [interjection] : [];
    if (when.actions === undefined) return [{ ...interjection, trigger: when }];
    const firstTurnIndex = Math.max(progress.lastLineTurnIndex, progress.lastReplyTurnIndexes[i] ?? 0);
    return countActionsSince(firstTurnIndex, exchange) >= when.actions ? [interjection] : [];
  });
}
