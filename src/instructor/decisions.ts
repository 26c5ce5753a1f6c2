/** `/why`: what a decision of the navigator rested on, from what was recorded with it; nobody is asked for it. */
import { formatAct } from '../action/index.js';
import type { Evidence, ModelUsage, SessionEvent } from '../contract/index.js';
import { useText } from './spending.js';
import { plainText } from './transcript.js';

type Deed = Extract<SessionEvent, { type: 'action' | 'say' }>;

interface Decided {
  evidence: Evidence;
  /** What was said and done by it, in order. */
  deeds: Deed[];
}

/** Older ones are in `session.jsonl`; a long session shall not fill the memory. */
const KEPT = 100;
const BEST = 5;
const LONGEST_NAME = 80;
const LONGEST_ANSWER = 4000;

export interface Decisions {
  heard(event: SessionEvent): void;
  /** @param back 1: the last one, 2: the one before … */
  why(back: number): string;
}

export function createDecisions(): Decisions {
  const kept: Decided[] = [];
  let made = 0;
  return {
    heard(event) {
      if (event.type !== 'action' && !(event.type === 'say' && event.speaker === 'navigator')) return;
      // What a decision rests on stands at the first of its acts.
      if (!event.evidence) {
        kept.at(-1)?.deeds.push(event);
        return;
      }
      kept.push({ evidence: event.evidence, deeds: [event] });
      made += 1;
      if (kept.length > KEPT) kept.shift();
    },
    why(back) {
      if (made === 0) return 'Nothing was decided yet.';
      const decided = kept.at(-back);
      if (!decided)
        return back > made
          ? `There were ${made} decisions so far; /why ${made} is the first.`
          : `Only the last ${KEPT} are kept here; session.jsonl beside the demonstration has them all.`;
      const rest = restOn(decided);
      const title = `Decision ${made - back + 1} of ${made}, turn ${decided.deeds[0]!.turn}`;
      return plainText(
        [
          `${title}: ${decided.deeds.map(deedText).join('; ')}`,
          ...(rest.length ? rest : [nothing(back, made)]),
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

function deedText(deed: Deed): string {
  return deed.type === 'action'
    ? flat(formatAct(deed.action, deed.target, deed.drop))
    : `${deed.kind === 'ask' ? 'ask' : 'say'} ${cut(deed.text, LONGEST_NAME)}`;
}

/** Reports rest on what was done before them. */
function nothing(back: number, made: number): string {
  return `Nothing else was weighed for it.${back < made ? ` /why ${back + 1} tells of the one before.` : ''}`;
}

function restOn({ evidence, deeds }: Decided): string[] {
  const { step, query, note, model } = evidence;
  const told = (name: string, text: string | undefined): string[] => (text ? [`${name}: ${flat(text)}`] : []);
  return [
    ...told('Step', step),
    ...told('Query', query),
    ...rankedLines(evidence, deeds),
    ...told('Note', note),
    ...(model ? modelLines(model) : []),
  ];
}

function rankedLines({ ranked, ranking }: Evidence, deeds: readonly Deed[]): string[] {
  if (!ranked?.length) return [];
  const chosen = new Set(
    deeds.flatMap((deed) => (deed.type === 'action' && deed.target ? [deed.target.uid] : [])),
  );
  const of = ranking
    ? ` of ${ranking.total} ${ranking.total === 1 ? 'element' : 'elements'}, ${ranking.scored} compared by meaning`
    : '';
  const partial = ranking?.partial ? ', not all for lack of time' : '';
  const rows = ranked
    .map((one, at) => ({ ...one, at, picked: chosen.has(one.uid) }))
    .filter(({ at, picked }) => at < BEST || picked)
    .map(
      ({ at, score, name, picked }) =>
        `  ${at + 1}. ${score.toFixed(3)} ${name ? `“${cut(name, LONGEST_NAME)}”` : '(no name)'}${picked ? ' (chosen)' : ''}`,
    );
  const missed =
    chosen.size > 0 && !ranked.some(({ uid }) => chosen.has(uid))
      ? ['  The chosen one is not among them.']
      : [];
  return [`Ranked: the best${of || ' elements'}${partial}`, ...rows, ...missed];
}

function modelLines(model: ModelUsage): string[] {
  const { name, shape, lookups: looks = [], repairs = [], raw } = model;
  const answer = raw.trim();
  const rest = answer.length - LONGEST_ANSWER;
  return [
    `Model: ${name}, ${useText(model)}`,
    ...(shape ? [`Shape: ${flat(shape)}`] : []),
    ...(looks.length ? [`Asked to see: ${looks.map(flat).join('; ')}`] : []),
    ...repairs.map((repair) => `Mended: ${flat(repair)}`),
    ...(answer === '' ? [] : [`Answer: ${answer.slice(0, LONGEST_ANSWER)}`]),
    ...(rest > 0 ? [`(${rest} more characters of the answer are in session.jsonl)`] : []),
  ];
}
