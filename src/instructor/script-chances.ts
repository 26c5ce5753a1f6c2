/**
 * What a script may say although it was not asked: the next line, which breaks in, or a reply whose cause came about.
 * Pure: where it hangs on the page, a chance says what has to be looked at.
 */
import type { Exchange } from '../contract/index.js';
import type { Script } from './script-decide.js';
import { actsSince, isLeft, type PageTrigger, type Progress } from './script-decide.js';

export type Chance = {
  /** To be taken only if the page shows this. */
  look?: PageTrigger;
} & ({ type: 'line' } | { type: 'reply'; text: string; reply: number });

/** After an act, or where nothing comes of acts; the first one that holds is taken. */
export function chancesOf(script: Script, progress: Progress, exchange: Exchange): Chance[] {
  if (progress.said === 0) return [];
  return [...lineChance(script, progress, exchange), ...replyChances(script, progress, exchange)];
}

function lineChance(script: Script, progress: Progress, exchange: Exchange): Chance[] {
  const when = script.dialogue[progress.said]?.when;
  if (when === undefined || when === 'done') return [];
  if (when.acts !== undefined) return actsSince(progress, exchange) >= when.acts ? [{ type: 'line' }] : [];
  if (when.idle !== undefined) return (exchange.idleActions ?? 0) >= when.idle ? [{ type: 'line' }] : [];
  return when.asks === undefined ? [{ type: 'line', look: when }] : [];
}

function replyChances(script: Script, progress: Progress, exchange: Exchange): Chance[] {
  return script.replies.flatMap((reply, i): Chance[] => {
    const { when, say } = reply;
    if (when === undefined || say === undefined || !isLeft(progress, reply, i)) return [];
    const chance = { type: 'reply' as const, text: say, reply: i };
    if (when.idle !== undefined) return (exchange.idleActions ?? 0) >= when.idle ? [chance] : [];
    if (when.acts === undefined) return [{ ...chance, look: when }];
    const since = Math.max(progress.since, progress.saidAt[i] ?? 0);
    return actsSince({ since }, exchange) >= when.acts ? [chance] : [];
  });
}
