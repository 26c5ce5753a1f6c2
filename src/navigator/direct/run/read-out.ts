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

/** Returns the step with its value, or why there is none. */
export async function readSourceFirst(step: StepOf<'set'>, ctx: Context): Promise<Move> {
  const source = step.source!;
  if (source.read === 'value' && source.of.text === OWN_LABEL) return eachOwn(ctx);
  const value = await read(source, ctx);
  if (value === null || value === '')
    return fail(toSentence(`I could not find ${sought(source)} on this page, so I wrote nothing`));
  const { source: _read, ...rest } = step;
  return { kind: 'replace', steps: [{ ...ctx.run.spoken, step: { ...rest, value } }] };
}

/** A label that is not associated with its field directly precedes it. */
function labelOf(c: Candidate, view: View): string {
  const before = c.name ? null : view.getPreviousText(c);
  return before && before.text.length <= 60 && !isField(before) ? before.text : getName(c);
}

/** Fills every empty field with the text that the page shows under its name. */
function eachOwn({ view, run }: Context): Move {
  const empty = view.candidates.filter(
    (c) => c.visible && isField(c) && (c.value ?? '') === '' && !c.states.disabled,
  );
  const fields = empty.map((c) => {
    const label = labelOf(c, view).replace(/[:：]\s*$/u, '');
    return { field: createTarget(label), value: findValueText(label, view) };
  });
  const lacking = fields.find((f) => f.value === null);
  if (!fields.length) return fail('There is no empty field on this page');
  if (lacking) return fail(`I could not find the value for “${clip(lacking.field.text, 60)}” on this page`);
  return {
    kind: 'replace',
    steps: [{ ...run.spoken, step: { do: 'fill', how: 'fill', item: null, fields } }],
  };
}

function sought(source: Source): string {
  if (source.read === 'answer')
    return source.to ? `the answer to “${clip(source.to, 80)}”` : 'what to answer';
  if (source.read === 'part') return `the ${source.part} that you mean`;
  return source.read === 'text'
    ? `one text that is “${clip(source.of.text, 60)}”`
    : `one value of “${clip(source.of.text, 60)}”`;
}

async function read(source: Source, ctx: Context): Promise<string | null> {
  switch (source.read) {
    case 'value':
      return (
        labelsOf(source.of.text)
          .map((label) => findValueText(label, ctx.view))
          .find((v) => v !== null) ?? (isCounted(source.of) ? textOf(source.of, ctx) : null)
      );
    case 'text':
      return textOf(source.of, ctx);
    case 'part': {
      const text = source.of ? textOf(source.of, ctx) : onlyText(ctx);
      return text === null ? null : partOf(text, source.part, source.nth);
    }
    case 'answer':
      return answerOf(source.to, ctx);
  }
}

/** "address of the hotel" may be labelled "Hotel address", or "Address" if that is unique. */
function labelsOf(text: string): string[] {
  const m = /^(\S+) of (?:the )?(.+)$/iu.exec(text);
  return m
    ? [text, `${m[2]!} ${m[1]!}`, ...(/^(?:name|title)$/iu.test(m[1]!) ? [m[2]!] : []), m[1]!]
    : [text];
}

/** "the name of the first product" is the text that it shows. */
const isCounted = ({ readings }: Target): boolean => readings[0].nth !== null;

/** Returns only the number for "how many …", the result of a sum, or the answer to any other question. */
async function answerOf(question: string, ctx: Context): Promise<string | null> {
  if (question === '' || /^(?:solve|calculate|compute|work out|what is \d)/iu.test(question))
    return findSumOnPage(ctx.view);
  const pageAnswer = answerQuestion(question, ctx.view);
  if (!pageAnswer.isFound) return null;
  const value = pageAnswer.value ?? pageAnswer.text;
  return /^how (?:many|much)\b/iu.test(question) ? (/-?\d[\d.,]*/u.exec(value)?.[0] ?? null) : value;
}

const shownBy = (c: Candidate): string => (isField(c) ? (c.value ?? c.text) : c.text || getName(c));

/** Words that only mean "the text here". */
const PLAIN =
  /^(?:(?:the|this|that|text|words?|numbers?|paragraph|passage|phrase|code|sentence|letters|characters|shown|displayed|given|written|which|is|below|above|here|in|on|page|left|right|a)\b ?)+$/iu;

function textOf(target: Target, ctx: Context): string | null {
  if (PLAIN.test(target.text)) return onlyText(ctx);
  const inside = /^(?:text|words?|contents?|numbers?|code)(?: (?:in|of|from|inside))? (.+)$/iu.exec(
    target.text,
  )?.[1];
  const { readings } = target;
  const suits = (c: Candidate): number => (c.visible && shownBy(c) !== '' && !isButton(c) ? 1 : 0);
  const found = ground({ target, scoreSuitability: suits, asField: true }, ctx.view);
  if (found.kind === 'one') return shownBy(found.hit.candidate);
  // "the text area", if the others are empty.
  const fields = ctx.view.candidates.filter((c) => c.visible && isField(c) && (c.value ?? '') !== '');
  const aboutField =
    readings.some((r) => r.role === 'field') ||
    /\b(?:field|box|area|textarea|textbox)\b/iu.test(inside ?? target.text);
  return aboutField && fields.length === 1 ? shownBy(fields[0]!) : null;
}

/** Returns the only text of the page that is not a label, a button or the instructor's own words. */
function onlyText({ view }: Context): string | null {
  const controls = new Set(
    view.candidates.filter((c) => c.interactive && c.text !== '').map((c) => fold(c.text)),
  );
  const blocks = view.observation.text.filter(
    (b) => !['heading', 'status'].includes(b.kind) && b.text.trim() !== '' && !controls.has(fold(b.text)),
  );
  const distinct = [...new Set(blocks.map((b) => collapseSpaces(b.text)))];
  if (distinct.length === 1) return distinct[0]!;
  const paragraphs = blocks.filter((b) => b.kind === 'paragraph' && b.text.split(' ').length > 1);
  return paragraphs.length === 1 ? collapseSpaces(paragraphs[0]!.text) : null;
}

const CUTS: Readonly<Record<string, RegExp>> = {
  word: /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu,
  number: /-?\d[\d.,]*/gu,
  line: /[^\n]+/gu,
  sentence: /[^.!?]+[.!?]*/gu,
};

function partOf(text: string, part: string, nth: number): string | null {
  const pieces = CUTS[part] ? (text.match(CUTS[part]) ?? []) : [...text.replace(/\s/gu, '')];
  return pieces.at(nth > 0 ? nth - 1 : nth)?.trim() ?? null;
}
