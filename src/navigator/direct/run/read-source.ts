/** Reads values from the page before typing them: "the value of Color", "the 2nd word in the paragraph". */
import type { Candidate } from '../../../contract/index.js';
import { answerQuestion } from '../answer/answer.js';
import { findSumOnPage } from '../skills/sums/sums.js';
import { findValueText } from '../ground/element-values.js';
import { isButton, isField } from '../ground/kinds.js';
import { ground } from '../ground/ground.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { Source, StepOf, Target } from '../language/steps.js';
import { OWN_LABEL } from '../language/sources.js';
import { createTarget } from '../language/target.js';
import { clip, fold, toSentence, collapseSpaces } from '../text.js';
import { fail, type Context, type Move } from './types.js';

/**
 * Replaces the step with one that has the value. Fails if the page does not show the value. If the step refers to a
 * mentioned value and there is none, the new step has no value.
 */
export async function readSourceFirst(step: StepOf<'set' | 'search'>, ctx: Context): Promise<Move> {
  const source = step.source!;
  if (source.read === 'value' && source.of.text === OWN_LABEL) return fillFieldsFromLabels(ctx);
  const { source: _read, ...rest } = step;
  const value = await readSource(source, ctx);
  const replaceStep = (text: string | null): Move => ({
    kind: 'replace',
    steps: [
      {
        ...ctx.run.spokenStep,
        step: rest.do === 'set' ? { ...rest, value: text } : { ...rest, query: text },
      },
    ],
  });
  if (value === null && source.read === 'mentioned') return replaceStep(null);
  if (value === null || value === '')
    return fail(toSentence(`I could not find ${describeSource(source)} on this page, so I wrote nothing`));
  const readPhrase =
    source.read === 'value' ? source.of.text : source.read === 'answer' ? source.question : '';
  if (readPhrase) ctx.plan.donePhrases.push(`read “${clip(readPhrase, 80)}”`);
  return replaceStep(value);
}

/** Returns the field's label: its name, or for a field without a name the short text directly before it. */
function findLabel(c: Candidate, view: View): string {
  const precedingElement = c.name ? null : view.getPreviousTextSibling(c);
  return precedingElement && precedingElement.text.length <= 60 && !isField(precedingElement)
    ? precedingElement.text
    : getName(c);
}

/** Fills every empty field with the text that the page shows under the field's label. */
function fillFieldsFromLabels({ view, run }: Context): Move {
  const emptyFields = view.candidates.filter(
    (c) => c.visible && isField(c) && (c.value ?? '') === '' && !c.states.disabled,
  );
  const fields = emptyFields.map((c) => {
    const label = findLabel(c, view).replace(/[:：]\s*$/u, '');
    return { field: createTarget(label), value: findValueText(label, view) };
  });
  const fieldWithoutValue = fields.find((f) => f.value === null);
  if (!fields.length) return fail('There is no empty field on this page');
  if (fieldWithoutValue)
    return fail(`I could not find the value for “${clip(fieldWithoutValue.field.text, 60)}” on this page`);
  return {
    kind: 'replace',
    steps: [{ ...run.spokenStep, step: { do: 'fill', kind: 'fill', item: null, fields } }],
  };
}

function describeSource(source: Source): string {
  if (source.read === 'mentioned') return 'what you mean';
  if (source.read === 'answer')
    return source.question ? `the answer to “${clip(source.question, 80)}”` : 'what to answer';
  if (source.read === 'part') return `the ${source.part} that you mean`;
  return source.read === 'text'
    ? `one text that is “${clip(source.of.text, 60)}”`
    : `one value of “${clip(source.of.text, 60)}”`;
}

async function readSource(source: Source, ctx: Context): Promise<string | null> {
  switch (source.read) {
    case 'mentioned':
      return findMentionedValue(ctx);
    case 'value':
      return (
        listPossibleLabels(source.of.text)
          .map((label) => findValueText(label, ctx.view))
          .find((v) => v !== null) ??
        (hasOrdinal(source.of) ? readText(source.of, ctx) : readAnswer(`What is the ${source.of.text}?`, ctx))
      );
    case 'text':
      return readText(source.of, ctx);
    case 'part': {
      const text = source.of ? readText(source.of, ctx) : readOnlyText(ctx);
      return text === null ? null : extractPart(text, source.part, source.nth);
    }
    case 'answer':
      return readAnswer(source.question, ctx);
  }
}

const VALUE_STEPS: ReadonlySet<string> = new Set(['question', 'set', 'search', 'copy', 'paste']);

/** Finds the value that "it" means. After other steps, such as opening a page, only an answer can still be entered. */
function findMentionedValue({ memory, run }: Context): string | null {
  const { lastValue, lastStep } = memory;
  const isRecent = lastStep !== undefined && VALUE_STEPS.has(lastStep.step.do);
  return lastValue && (isRecent || (lastValue.isAnswer && run.step.do === 'set')) ? lastValue.text : null;
}

/** Lists labels for "address of the hotel": "hotel address", or just "address". */
function listPossibleLabels(text: string): string[] {
  const match = /^(\S+) of (?:the )?(.+)$/iu.exec(text);
  return match
    ? [
        text,
        `${match[2]!} ${match[1]!}`,
        ...(/^(?:name|title)$/iu.test(match[1]!) ? [match[2]!] : []),
        match[1]!,
      ]
    : [text];
}

/** Whether the target has an ordinal: for "the first product", the product's text is read instead of an answer. */
const hasOrdinal = ({ interpretations }: Target): boolean => interpretations[0].nth !== null;

/** Returns the result of a sum, the number that answers "how many …", or the value that answers another question. */
async function readAnswer(question: string, ctx: Context): Promise<string | null> {
  if (question === '' || /^(?:solve|calculate|compute|work out|what is \d)/iu.test(question))
    return findSumOnPage(ctx.view);
  const pageAnswer = answerQuestion(question, ctx.view);
  if (!pageAnswer.isFound) return null;
  const { value, text } = pageAnswer;
  return /^how (?:many|much)\b/iu.test(question)
    ? (/-?\d[\d.,]*/u.exec(value ?? text)?.[0] ?? null)
    : (value ?? null);
}

const readDisplayedText = (c: Candidate): string => (isField(c) ? (c.value ?? c.text) : c.text || getName(c));

/** Phrases that mean only "the text here". */
const GENERIC_TEXT_PHRASE =
  /^(?:(?:the|this|that|text|words?|numbers?|paragraph|passage|phrase|code|sentence|letters|characters|shown|displayed|given|written|which|is|below|above|here|in|on|page|left|right|a)\b ?)+$/iu;

function readText(target: Target, ctx: Context): string | null {
  if (GENERIC_TEXT_PHRASE.test(target.text)) return readOnlyText(ctx);
  const container = /^(?:text|words?|contents?|numbers?|code)(?: (?:in|of|from|inside))? (.+)$/iu.exec(
    target.text,
  )?.[1];
  const { interpretations } = target;
  const scoreSuitability = (c: Candidate): number =>
    c.visible && readDisplayedText(c) !== '' && !isButton(c) ? 1 : 0;
  const grounding = ground({ target, scoreSuitability, asField: true }, ctx.view);
  if (grounding.kind === 'one') return readDisplayedText(grounding.hit.candidate);
  // "The text area" means the only field with a value.
  const fields = ctx.view.candidates.filter((c) => c.visible && isField(c) && (c.value ?? '') !== '');
  const meansField =
    interpretations.some((r) => r.role === 'field') ||
    /\b(?:field|box|area|textarea|textbox)\b/iu.test(container ?? target.text);
  return meansField && fields.length === 1 ? readDisplayedText(fields[0]!) : null;
}

/** Returns the page's only text or only paragraph, without headings and the text of controls; null if ambiguous. */
function readOnlyText({ view }: Context): string | null {
  const controlTexts = new Set(
    view.candidates.filter((c) => c.interactive && c.text !== '').map((c) => fold(c.text)),
  );
  const blocks = view.observation.text.filter(
    (b) => !['heading', 'status'].includes(b.kind) && b.text.trim() !== '' && !controlTexts.has(fold(b.text)),
  );
  const distinctTexts = [...new Set(blocks.map((b) => collapseSpaces(b.text)))];
  if (distinctTexts.length === 1) return distinctTexts[0]!;
  const paragraphs = blocks.filter((b) => b.kind === 'paragraph' && b.text.split(' ').length > 1);
  return paragraphs.length === 1 ? collapseSpaces(paragraphs[0]!.text) : null;
}

const PART_PATTERNS: Readonly<Record<string, RegExp>> = {
  word: /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu,
  number: /-?\d[\d.,]*/gu,
  line: /[^\n]+/gu,
  sentence: /[^.!?]+[.!?]*/gu,
};

function extractPart(text: string, part: string, nth: number): string | null {
  const pieces = PART_PATTERNS[part]
    ? (text.match(PART_PATTERNS[part]) ?? [])
    : [...text.replace(/\s/gu, '')];
  return pieces.at(nth > 0 ? nth - 1 : nth)?.trim() ?? null;
}
