/** Instructor line → steps: the talk before first, then clauses, then each clause by its verb. Entry point of the language half. */
import { asks, readAnswer } from './answering.js';
import { withoutAsides } from './asides.js';
import { contextual, tidy } from './context.js';
import { mask, matchVerb, splitClauses, strip, unmask, type Masked } from './clauses.js';
import { readClause } from './clause.js';
import { conditionOf } from './conditions.js';
import { aboutOf, forbidden, withForbidden } from './forbidding.js';
import { readCorrection, readStop, readUndo, type Said } from './following.js';
import { withValues } from './meant-values.js';
import { mended } from './mending.js';
import { inOrder } from './ordering.js';
import { pointedAt, spokenOf, withReferents } from './referring.js';
import type { SpokenStep, Step, Target } from './steps.js';

export interface TalkContext {
  /** What was said before, oldest first. */
  before: readonly Said[];
  /** The day that "tomorrow" counts from, as `2026-11-20`. */
  today: string;
}

const dayOf = (iso: string | undefined): Date => {
  const [year, month, day] = (iso ?? '').split('-').map(Number);
  return year && month && day ? new Date(year, month - 1, day) : new Date();
};

/** The steps of a line, in order. A line that says nothing to do yields one `unknown`. */
export function parseLine(line: string, context: Partial<TalkContext> = {}): SpokenStep[] {
  const before = context.before ?? [];
  const today = dayOf(context.today);
  const masked = mask(line.replace(/[’‘](?=\p{L})/gu, "'"));
  const leaning = readLeaning(masked, before, today, line);
  if (leaning) return leaning;
  return orders(masked, line, before, today);
}

/** Lines that cannot be read without those before. */
function readLeaning(
  masked: Masked,
  before: readonly Said[],
  today: Date,
  line: string,
): SpokenStep[] | null {
  const { text, quotes } = masked;
  const spoken = (step: Step): SpokenStep => ({
    step,
    clause: { text: unmask(text, quotes, false), raw: line, joint: '' },
  });
  const last = before.at(-1);
  const asked = last?.speaker === 'navigator' && asks(last.text);
  const again = before.length ? readCorrection(text, quotes, today, gave(before)) : null;
  // "Done. Anything else?" "No, the other one": that is about what was done.
  const another = again?.do === 'again' && !('value' in again.with) && /^(?:no|sorry|not)\b/iu.test(text);
  if (asked && !(another && closes(last.text))) {
    const answer = readAnswer(text, last.text, quotes, today);
    if (answer)
      return [
        ...answer.steps.map(spoken),
        ...(answer.rest ? orders({ text: answer.rest, quotes }, line, before, today) : []),
      ];
  }
  const undo = readUndo(text) ?? readStop(text);
  if (undo) return [spoken(undo)];
  return again && (!asked || another) ? [spoken(again)] : null;
}

/** A question that only ends a report, and puts nothing to choose. */
const closes = (question: string): boolean => /\b(?:else|more|further)\b[^?]*\?/iu.test(question);

/** The last order of the instructor, where it gave a value. */
function gave(before: readonly Said[]): string {
  const order = before.findLast((s) => s.speaker === 'instructor')?.text ?? '';
  return ['set', 'fill', 'create'].includes(matchVerb(strip(order))?.verb.kind ?? '') ? order : '';
}

function orders({ text, quotes }: Masked, line: string, before: readonly Said[], today: Date): SpokenStep[] {
  const condition = conditionOf(text);
  if (condition !== null && !text.trim().endsWith('?'))
    return [
      {
        step: { do: 'unknown', text: unmask(condition, quotes, false) },
        clause: { text: unmask(condition, quotes, false), raw: line, joint: '' },
      },
    ];
  const masked = { text: inOrder(withoutAsides(mended(plainly(text)))), quotes };
  const out: SpokenStep[] = [];
  const not: { about: Target; at: number }[] = [];
  for (const clause of splitClauses(masked)) {
    const banned = forbidden(clause.text);
    if (banned) {
      not.push({ about: aboutOf(banned, quotes), at: out.length });
      continue;
    }
    const { text: told, sameBreath } = contextual(clause.text, out);
    readClause(told, quotes).forEach((step, i) =>
      out.push({
        step,
        clause,
        ...((sameBreath && out.length) || i > 0 ? { sameBreath: true as const } : {}),
      }),
    );
  }
  const tidied = tidy(withForbidden(out, not));
  if (!tidied.length)
    return [{ step: { do: 'unknown', text: line.trim() }, clause: { text: line, raw: line, joint: '' } }];
  return withReferents(
    withValues(tidied, quotes, today),
    needsReferent(tidied) ? spokenBefore(before) : null,
  );
}

const needsReferent = (steps: readonly SpokenStep[]): boolean =>
  JSON.stringify(steps).includes('"pronoun":true');

/** What the lines before spoke of last. */
function spokenBefore(before: readonly Said[]): Target | null {
  let last: Target | null = null;
  before.forEach(({ speaker, text }, i) => {
    if (speaker === 'navigator') last = pointedAt(text) ?? last;
    else
      for (const { step } of withReferents(
        parseLine(text, { before: before.slice(Math.max(0, i - 1), i) }),
        last,
      )) {
        const now = spokenOf(step);
        if (now && (!now.pronoun || now.thing)) last = { ...now, pronoun: false };
      }
  });
  return last;
}

/** Words whose "and" or comma would end a clause that goes on. */
const plainly = (text: string): string =>
  text
    .replace(/\bdrag(?:ging)?(?:,? (?:and|&|n|then) |-and-|-n-)drop\b/giu, 'drag')
    .replace(/\b(?:find|locate|look for) and (?=(?:click|open|press|tap|select|choose|hit)\b)/giu, '')
    .replace(/,? (?:which|that) (?:is|should be) (?=\S+@|[\uE000-\uE0FF]|\d)/giu, ' ')
    // Said to get attention, not to have something waited for.
    .replace(/^(?:no,? )?wait[,!] (?!then\b|and\b)/iu, '')
    .replace(BREAKS_IN, '')
    // "Throw it away": the particle goes with its verb.
    .replace(PARTED, '$1 $3 $2');

const PARTED =
  /\b(throw|take|file|call|put|cross|strike) ((?:it|this|that|these|those|them|(?:the|my) [\p{L} ]{1,30}?)) (out|away|off|aside)(?=$|[.,;!?]|,? (?:and|then|please)\b)/giu;

/** Said to whoever is still busy with the line before, which is over by now: "Stop. Open Pricing instead". */
const BREAKS_IN =
  /^(?:(?:oh|no|hey|okay|ok|well),? )?(?:stop|wait|halt|hold on|hang on|never ?mind|forget (?:it|that|about it)|leave (?:it|that)(?: be)?)(?: there| here| now| please)?[,.!;:]+\s+(?!then\b|and\b)(?=\S)/iu;
