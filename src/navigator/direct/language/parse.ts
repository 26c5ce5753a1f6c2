/**
 * Parses an instructor's line into steps: first with the earlier lines, then by clauses, then each clause by its verb.
 * Entry point of `language/`.
 */
import { isQuestionText, readAnswer } from './answering.js';
import { withoutAsides } from './asides.js';
import { applyContext, mergeSteps } from './context.js';
import { mask, matchVerb, stripPoliteness, unmask, type Masked } from './clauses.js';
import { readClause } from './clause.js';
import { readForbiddenTarget, readForbidden, applyForbidden } from './forbidding.js';
import { readCorrection, readStop, readUndo, type Said } from './following.js';
import { readStepValues } from './meant-values.js';
import { mendSpelling } from './mending.js';
import { readCondition, readOtherwise } from './conditions.js';
import { simplifyWording } from './plainly.js';
import { splitClauses } from './splitting.js';
import { putInOrder } from './ordering.js';
import { readQuery } from './queries.js';
import { readPointedAt, findStepTarget, resolveReferents } from './referring.js';
import type { SpokenStep, Step, Target } from './steps.js';

export interface TalkContext {
  /** Earlier lines, oldest first. */
  before: readonly Said[];
  /** The current date, as `2026-11-20`: "tomorrow" is the day after it. */
  today: string;
}

const dayOf = (iso: string | undefined): Date => {
  const [year, month, day] = (iso ?? '').split('-').map(Number);
  return year && month && day ? new Date(year, month - 1, day) : new Date();
};

/** Returns the steps of a line, in order. A line that cannot be understood gives one `unknown` step. */
export function parseLine(line: string, context: Partial<TalkContext> = {}): SpokenStep[] {
  const before = context.before ?? [];
  const today = dayOf(context.today);
  const query = readQuery(line);
  if (query) return [...(query.before ? parseLine(query.before, context) : []), query.step];
  const masked = mask(line.replace(/[’‘](?=\p{L})/gu, "'"));
  const leaning = parseFollowUp(masked, before, today, line);
  if (leaning) return leaning;
  return orders(masked, line, before, today);
}

/** Parses lines that make sense only together with earlier ones. */
function parseFollowUp(
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
  const asked = last?.speaker === 'navigator' && isQuestionText(last.text);
  const again = before.length ? readCorrection(text, quotes, today, findValueInstruction(before)) : null;
  // After "Done. Anything else?", "No, the other one" corrects the completed step.
  const another = again?.do === 'again' && !('value' in again.with) && /^(?:no|sorry|not)\b/iu.test(text);
  if (asked && !(another && endsReport(last.text))) {
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

/** Whether a question only ends a report, without offering a choice. */
const endsReport = (question: string): boolean => /\b(?:else|more|further)\b[^?]*\?/iu.test(question);

/** Returns the instructor's last instruction if it contained a value. */
function findValueInstruction(before: readonly Said[]): string {
  const order = before.findLast((s) => s.speaker === 'instructor')?.text ?? '';
  return ['set', 'fill', 'create'].includes(matchVerb(stripPoliteness(order))?.verb.kind ?? '') ? order : '';
}

function orders({ text, quotes }: Masked, line: string, before: readonly Said[], today: Date): SpokenStep[] {
  const masked = { text: putInOrder(withoutAsides(mendSpelling(simplifyWording(text)))), quotes };
  const out: SpokenStep[] = [];
  const not: { about: Target; at: number }[] = [];
  for (const clause of splitClauses(masked)) {
    const banned = readForbidden(clause.text);
    if (banned) {
      not.push({ about: readForbiddenTarget(banned, quotes), at: out.length });
      continue;
    }
    const bound = readCondition(clause.text, quotes) ?? readOtherwise(clause, out);
    const { text: told, sameBreath } = applyContext(bound?.order ?? clause.text, out);
    readClause(told, quotes).forEach((step, i) =>
      out.push({
        step,
        clause,
        ...((sameBreath && out.length) || i > 0 ? { sameBreath: true as const } : {}),
        ...(bound?.on ? { on: bound.on } : {}),
      }),
    );
  }
  const tidied = mergeSteps(applyForbidden(out, not), quotes);
  if (!tidied.length)
    return [{ step: { do: 'unknown', text: line.trim() }, clause: { text: line, raw: line, joint: '' } }];
  return resolveReferents(
    readStepValues(tidied, quotes, today),
    needsReferent(tidied) ? findLastMentioned(before) : null,
  );
}

const needsReferent = (steps: readonly SpokenStep[]): boolean =>
  JSON.stringify(steps).includes('"pronoun":true');

/** Returns what the earlier lines mentioned last. */
function findLastMentioned(before: readonly Said[]): Target | null {
  let last: Target | null = null;
  before.forEach(({ speaker, text }, i) => {
    if (speaker === 'navigator') last = readPointedAt(text) ?? last;
    else
      for (const { step } of resolveReferents(
        parseLine(text, { before: before.slice(Math.max(0, i - 1), i) }),
        last,
      )) {
        const now = findStepTarget(step);
        if (now && (!now.pronoun || now.thing)) last = { ...now, pronoun: false };
      }
  });
  return last;
}
