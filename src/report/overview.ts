/** Summarises a session for a list of sessions, and groups sessions by scenario. Pure. */
import type { SessionEvent } from '../contract/index.js';
import { formatCount } from './format-numbers.js';
import type { ReportPhrases } from './phrases.js';
import { describeVerdict, type ReportEnd } from './summary.js';
import { countEvent, createTally, type Tally } from './tally.js';

export interface SessionOverview {
  id: string;
  name: string;
  scenario: string | null;
  navigator: string;
  startedAt: number;
  /** `incomplete`: no end was recorded. `recorded`: a demonstration from another recorder, without a verdict. */
  state: 'passed' | 'failed' | 'incomplete' | 'recorded';
  verdict: string;
  reason: string;
  turns: number;
  actions: number;
  seconds: number;
  /** Prompt and answer tokens. */
  tokens: number;
  /** Dollars; null if a price is unknown. */
  cost: number | null;
}

/** Counts the events; skips events with unexpected fields. */
export function tallyEvents(events: readonly SessionEvent[], phrases: ReportPhrases): Tally {
  const tally = createTally();
  for (const event of events) {
    try {
      countEvent(tally, event, phrases);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return tally;
}

export function toOverview(events: readonly SessionEvent[], tally: Tally, end: ReportEnd): SessionOverview {
  const [start] = events;
  if (start?.type !== 'session') throw new Error('A session starts with a session event.');
  const { id, name, scenario = null, navigator, startedAt } = start;
  const { turns, actions, seconds } = end.type === 'end' ? end : tally;
  const model = end.type === 'end' ? end.model : tally.usage;
  const judge = end.type === 'end' ? end.judge : undefined;
  const usages = [model, judge].flatMap((usage) => usage ?? []);
  return {
    id,
    name,
    scenario,
    navigator,
    startedAt,
    state: end.type === 'incomplete' ? 'incomplete' : end.verdict === 'done' ? 'passed' : 'failed',
    verdict: end.type === 'incomplete' ? 'No verdict' : describeVerdict(end.verdict),
    reason: end.reason,
    turns,
    actions,
    seconds,
    tokens: usages.reduce((sum, { promptTokens, answerTokens }) => sum + promptTokens + answerTokens, 0),
    cost: usages.reduce<number | null>(
      (sum, { cost }) => (sum === null || cost === null ? null : sum + cost),
      0,
    ),
  };
}

/** Groups runs of the same scenario, oldest first. A session without a scenario is grouped by its name. */
export function groupRuns<T extends SessionOverview>(sessions: readonly T[]): T[][] {
  const groups = new Map<string, T[]>();
  for (const session of sessions.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const key = session.scenario ?? session.name;
    groups.set(key, [...(groups.get(key) ?? []), session]);
  }
  return [...groups.values()];
}

/** Returns text such as `2 of 3 sessions done`. Demonstrations without a verdict are counted separately. */
export function summariseDone(entries: readonly SessionOverview[]): { text: string; areAllDone: boolean } {
  const sessionsWithVerdict = entries.filter(({ state }) => state !== 'recorded');
  const passedCount = sessionsWithVerdict.filter(({ state }) => state === 'passed').length;
  const recordedCount = entries.length - sessionsWithVerdict.length;
  const phrases = [
    ...(sessionsWithVerdict.length > 0
      ? [`${passedCount} of ${formatCount(sessionsWithVerdict.length, 'session')} done`]
      : []),
    ...(recordedCount > 0 ? [formatCount(recordedCount, 'recorded demonstration')] : []),
  ];
  return { text: phrases.join(', '), areAllDone: passedCount === sessionsWithVerdict.length };
}
