/**
 * Parses an instructor's line into steps: first as a reply to earlier lines, then clause by clause. Entry point of
 * `language/`.
 */
import { isQuestionText, readAnswer, readPlainAnswer } from './read-answer.js';
import { removeRemarks } from './remarks.js';
import { applyContext, mergeSteps } from './context.js';
import { mask, matchVerb, removePolitePhrases, unmask, type Masked } from './line-text.js';
import { readClause } from './read-clause.js';
import { readForbiddenTarget, readProhibition, applyProhibitions } from './prohibitions.js';
import { readCookieChoice } from './cookie-choice.js';
import {
  readCorrection,
  readGreeting,
  readStop,
  readThanks,
  readUndo,
  type EarlierLine,
} from './corrections.js';
import { normalizeSteps } from './normalize-values.js';
import { applyCorrections } from './self-corrections.js';
import { readCondition, readOtherwise } from './conditions.js';
import { simplifyWording } from './simplify-wording.js';
import { splitClauses } from './splitting.js';
import { sortInstructions } from './chronological-order.js';
import { readQuery } from './queries.js';
import { asksWhatIsPossible, createQuestion } from './questions-and-searches.js';
import { readMentionedTarget, findStepTarget, resolvePronouns } from './pronouns.js';
import type { SpokenStep, Step, Target } from './steps.js';
import { createTarget } from './target.js';
import { tokenize } from '../text.js';

export interface ParseContext {
  /** Earlier lines, oldest first. */
  earlierLines: readonly EarlierLine[];
  /** The current date, as `2026-11-20`: "tomorrow" is the day after it. */
  today: string;
  /** The list entry that the navigator's last answer was about, to which "it" refers. */
  answeredEntry?: string | undefined;
}

const parseIsoDay = (iso: string | undefined): Date => {
  const [year, month, day] = (iso ?? '').split('-').map(Number);
  return year && month && day ? new Date(year, month - 1, day) : new Date();
};

/** Returns the steps of a line, in order. A line that cannot be understood gives one `unknown` step. */
export function parseLine(line: string, context: Partial<ParseContext> = {}): SpokenStep[] {
  const earlierLines = context.earlierLines ?? [];
  const today = parseIsoDay(context.today);
  const query = readQuery(line);
  if (query) return [...(query.textBefore ? parseLine(query.textBefore, context) : []), query.step];
  const masked = mask(line.replace(/[’‘](?=\p{L})/gu, "'"));
  const followUp = parseFollowUp(masked, earlierLines, today, line);
  if (followUp) return followUp;
  return parseInstructions(masked, line, { ...context, earlierLines }, today);
}

/** Parses lines that make sense only together with earlier ones. */
function parseFollowUp(
  masked: Masked,
  earlierLines: readonly EarlierLine[],
  today: Date,
  line: string,
): SpokenStep[] | null {
  const { text, quotes } = masked;
  const createSpokenStep = (step: Step): SpokenStep => ({
    step,
    clause: { text: unmask(text, quotes, false), raw: line, joint: '' },
  });
  const last = earlierLines.at(-1);
  const isAnswer = last?.speaker === 'navigator' && isQuestionText(last.text);
  const greeting = readGreeting(text);
  if (greeting && (!isAnswer || ASKS_WHAT_TO_DO.test(last.text))) return [createSpokenStep(greeting)];
  // "Undo" is not an answer, unless the question offers it: "Undo or keep?"
  const undo = readUndo(text);
  if (undo && !(isAnswer && isOfferedByQuestion(text, last.text))) return [createSpokenStep(undo)];
  const correction = earlierLines.length
    ? readCorrection(text, quotes, today, findValueInstruction(earlierLines))
    : null;
  // After "Done. Anything else?", "No, the other one" corrects the completed step.
  const rejectsLastStep =
    correction?.do === 'again' && !('value' in correction.with) && /^(?:no|sorry|not)\b/iu.test(text);
  if (isAnswer && !(rejectsLastStep && endsReport(last.text))) {
    const request = endsReport(last.text)
      ? ''
      : earlierLines.findLast(({ speaker }) => speaker === 'instructor')?.text;
    const answer = readAnswer(text, last.text, quotes, today, request);
    if (answer)
      return [
        ...answer.steps.map(createSpokenStep),
        ...(answer.rest
          ? parseInstructions({ text: answer.rest, quotes }, line, { earlierLines }, today)
          : []),
      ];
  }
  const replyStep = readStop(text) ?? readPlainAnswer(text) ?? readThanks(text) ?? readCookieChoice(text);
  if (replyStep) return [createSpokenStep(replyStep)];
  return correction && (!isAnswer || rejectsLastStep) ? [createSpokenStep(correction)] : null;
}

const ASKS_WHAT_TO_DO = /\bwhat should i do\b/iu;

/** Whether the question contains the line's first word: "Should I undo or keep the change?" */
const isOfferedByQuestion = (line: string, question: string): boolean =>
  tokenize(question).includes(tokenize(line)[0] ?? '');

/** Whether a question only ends a report, without offering a choice. */
const endsReport = (question: string): boolean => /\b(?:else|more|further)\b[^?]*\?/iu.test(question);

/** Returns the instructor's last instruction if it contained a value. */
function findValueInstruction(earlierLines: readonly EarlierLine[]): string {
  const instruction = earlierLines.findLast((s) => s.speaker === 'instructor')?.text ?? '';
  return ['set', 'fill', 'create'].includes(matchVerb(removePolitePhrases(instruction))?.verb.kind ?? '')
    ? instruction
    : '';
}

function parseInstructions(
  { text, quotes }: Masked,
  line: string,
  { earlierLines, answeredEntry }: Pick<ParseContext, 'earlierLines' | 'answeredEntry'>,
  today: Date,
): SpokenStep[] {
  const masked = { text: sortInstructions(removeRemarks(applyCorrections(simplifyWording(text)))), quotes };
  const out: SpokenStep[] = [];
  const exclusions: { target: Target; stepIndex: number }[] = [];
  for (const clause of splitClauses(masked)) {
    const prohibition = readProhibition(clause.text);
    if (prohibition) {
      exclusions.push({ target: readForbiddenTarget(prohibition, quotes), stepIndex: out.length });
      continue;
    }
    const conditionalClause = readCondition(clause.text, quotes) ?? readOtherwise(clause, out);
    const { text: completedText, sharesVerb } = applyContext(
      conditionalClause?.instruction ?? clause.text,
      out,
    );
    const asksFact = asksWhatIsPossible(clause.raw);
    (asksFact ? [createQuestion(clause.raw, quotes)] : readClause(completedText, quotes)).forEach((step, i) =>
      out.push({
        step,
        clause,
        ...((sharesVerb && out.length) || i > 0 ? { sharesVerb: true as const } : {}),
        ...(conditionalClause?.condition ? { condition: conditionalClause.condition } : {}),
      }),
    );
  }
  const mergedSteps = mergeSteps(applyProhibitions(out, exclusions), quotes);
  if (!mergedSteps.length)
    return [{ step: { do: 'unknown', text: line.trim() }, clause: { text: line, raw: line, joint: '' } }];
  return resolvePronouns(
    normalizeSteps(mergedSteps, quotes, today),
    needsReferent(mergedSteps) ? findReferent(mergedSteps, earlierLines, answeredEntry) : null,
  );
}

/** Returns what pronouns refer to, if this is known before the line is carried out. */
function findReferent(
  steps: readonly SpokenStep[],
  earlierLines: readonly EarlierLine[],
  answeredEntry: string | undefined,
): Target | null {
  // "Which boat is the longest? Archive it": the answer is not known yet.
  if (steps.some(({ step }) => step.do === 'question')) return null;
  return answeredEntry ? createTarget(answeredEntry) : findLastMentioned(earlierLines);
}

const needsReferent = (steps: readonly SpokenStep[]): boolean =>
  JSON.stringify(steps).includes('"pronoun":true');

/** Returns the target that the earlier lines mentioned last. */
function findLastMentioned(earlierLines: readonly EarlierLine[]): Target | null {
  let last: Target | null = null;
  earlierLines.forEach(({ speaker, text }, i) => {
    if (speaker === 'navigator') last = readMentionedTarget(text) ?? last;
    else
      for (const { step } of resolvePronouns(
        parseLine(text, { earlierLines: earlierLines.slice(Math.max(0, i - 1), i) }),
        last,
      )) {
        const target = findStepTarget(step);
        if (target && (!target.pronoun || target.description)) last = { ...target, pronoun: false };
      }
  });
  return last;
}
