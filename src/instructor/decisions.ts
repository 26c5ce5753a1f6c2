/** `/why`: explains a decision of the navigator from the evidence recorded with it. */
import { formatAction } from '../action/index.js';
import type { Evidence, ModelUsage, SessionEvent } from '../contract/index.js';
import { formatUsage } from './spending.js';
import { plainText } from './transcript.js';

type NavigatorEvent = Extract<SessionEvent, { type: 'action' | 'say' }>;

interface RecordedDecision {
  evidence: Evidence;
  /** The actions and utterances of the decision, in order. */
  events: NavigatorEvent[];
}

/** Limits memory in long sessions; `session.jsonl` has older decisions. */
const MAX_DECISIONS = 100;
const MAX_RANKED = 5;
const MAX_NAME_LENGTH = 80;
const MAX_ANSWER_LENGTH = 4000;

export interface Decisions {
  record(event: SessionEvent): void;
  /** @param back 1 for the last decision, 2 for the one before */
  why(back: number): string;
}

export function createDecisions(): Decisions {
  const decisions: RecordedDecision[] = [];
  let made = 0;
  return {
    record(event) {
      if (event.type !== 'action' && !(event.type === 'say' && event.speaker === 'navigator')) return;
      // Only the first event of a decision has the evidence.
      if (!event.evidence) {
        decisions.at(-1)?.events.push(event);
        return;
      }
      decisions.push({ evidence: event.evidence, events: [event] });
      made += 1;
      if (decisions.length > MAX_DECISIONS) decisions.shift();
    },
    why(back) {
      if (made === 0) return 'The navigator has not decided anything yet.';
      const decision = decisions.at(-back);
      if (!decision)
        return back > made
          ? `There are only ${made} decisions so far; /why ${made} shows the first.`
          : `Only the last ${MAX_DECISIONS} decisions are available here; session.jsonl in the demonstration folder has all of them.`;
      const rest = evidenceLines(decision);
      const title = `Decision ${made - back + 1} of ${made}, turn ${decision.events[0]!.turn}`;
      return plainText(
        [
          `${title}: ${decision.events.map(formatNavigatorEvent).join('; ')}`,
          ...(rest.length ? rest : [noEvidenceText(back, made)]),
        ].join('\n'),
      );
    },
  };
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

function cut(text: string, most: number): string {
  const points = Array.from(flat(text).slice(0, most * 2));
  return points.length <= most ? points.join('') : `${points.slice(0, most - 1).join('')}…`;
}

function formatNavigatorEvent(event: NavigatorEvent): string {
  return event.type === 'action'
    ? flat(formatAction(event.action, event.target, event.drop))
    : `${event.kind === 'ask' ? 'ask' : 'say'} ${cut(event.text, MAX_NAME_LENGTH)}`;
}

/** Explains a decision without evidence; reports follow from earlier decisions. */
function noEvidenceText(back: number, made: number): string {
  return `No evidence was recorded for it.${back < made ? ` Type /why ${back + 1} for the decision before it.` : ''}`;
}

function evidenceLines({ evidence, events }: RecordedDecision): string[] {
  const { step, query, note, model } = evidence;
  const labelled = (name: string, text: string | undefined): string[] =>
    text ? [`${name}: ${flat(text)}`] : [];
  return [
    ...labelled('Step', step),
    ...labelled('Query', query),
    ...rankedLines(evidence, events),
    ...labelled('Note', note),
    ...(model ? modelLines(model) : []),
  ];
}

function rankedLines({ ranked, ranking }: Evidence, events: readonly NavigatorEvent[]): string[] {
  if (!ranked?.length) return [];
  const chosen = new Set(
    events.flatMap((event) => (event.type === 'action' && event.target ? [event.target.uid] : [])),
  );
  const of = ranking
    ? ` of ${ranking.total} ${ranking.total === 1 ? 'element' : 'elements'}, ${ranking.scored} compared by meaning`
    : '';
  const partial = ranking?.partial ? ', the rest not compared in time' : '';
  const rows = ranked
    .map((one, at) => ({ ...one, at, picked: chosen.has(one.uid) }))
    .filter(({ at, picked }) => at < MAX_RANKED || picked)
    .map(
      ({ at, score, name, picked }) =>
        `  ${at + 1}. ${score.toFixed(3)} ${name ? `“${cut(name, MAX_NAME_LENGTH)}”` : '(no name)'}${picked ? ' (chosen)' : ''}`,
    );
  const missed =
    chosen.size > 0 && !ranked.some(({ uid }) => chosen.has(uid))
      ? ['  The chosen element is not among them.']
      : [];
  return [`Ranked: the best${of || ' elements'}${partial}`, ...rows, ...missed];
}

function modelLines(model: ModelUsage): string[] {
  const { name, promptShape: shape, lookups = [], repairs = [], rawAnswer: raw } = model;
  const answer = raw.trim();
  const rest = answer.length - MAX_ANSWER_LENGTH;
  return [
    `Model: ${name}, ${formatUsage(model)}`,
    ...(shape ? [`Shape: ${flat(shape)}`] : []),
    ...(lookups.length ? [`Looked up: ${lookups.map(flat).join('; ')}`] : []),
    ...repairs.map((repair) => `Repaired: ${flat(repair)}`),
    ...(answer === '' ? [] : [`Answer: ${answer.slice(0, MAX_ANSWER_LENGTH)}`]),
    ...(rest > 0 ? [`(${rest} more characters of the answer are in session.jsonl)`] : []),
  ];
}
