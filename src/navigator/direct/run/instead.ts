/**
 * Other meanings of a click if no single element has that name: joined or split names, lists, searches, places to show.
 */
import type { Candidate } from '../../../contract/index.js';
import { answerQuestion } from '../answer/answer.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE, type ScoredCandidate } from '../ground/score.js';
import { isField, isLink, isSearchField, isSelect } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { SpokenStep, Target, StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { contentTokens, toSentence } from '../text.js';
import { GENERIC_SUBMIT, SUBMITS_FORM } from '../lexicon/forms.js';
import { findSubmitButton, findForm } from '../ground/form.js';
import type { Context, Move } from './types.js';

/** "Save and close", "Terms and Conditions": rejoins a name that was split, if the page has it. */
export function useJoinedName(step: StepOf<'click'>, ctx: Context): Move | null {
  const next = ctx.plan.steps[ctx.plan.cursor + 1];
  if (!next || !/\band\b|,|&/u.test(next.spoken.clause.joint) || ctx.run.decisionCount > 1) return null;
  const whole = `${step.target.text}${next.spoken.clause.joint}${next.spoken.clause.raw.replace(/[.!?\s]+$/u, '')}`;
  const found = ground({ target: plain(whole), scoreSuitability: scoreClickable }, ctx.view);
  if (found.kind !== 'one' || found.hit.score < 0.96) return null;
  const joined: SpokenStep = { ...ctx.run.spoken, step: { ...step, target: plain(whole) } };
  return { kind: 'replace', steps: [joined], drop: 1 };
}

const plain = (text: string): Target => ({
  text,
  readings: [{ phrase: text, role: null, nth: null, place: null, prior: 1 }],
  quoted: false,
  pronoun: false,
});

/** "click Home and Contact": two elements, if no single one has that name. */
export function useSplitName(step: StepOf<'click'>, ctx: Context): Move | null {
  const parts = step.target.text.split(/\s*,\s*(?:and\s+)?|\s+and\s+(?:then\s+)?/iu).filter(Boolean);
  if (parts.length < 2 || parts.length > 6 || step.target.quoted) return null;
  const each = parts.map((p) =>
    ground({ target: createTarget(p), scoreSuitability: scoreClickable }, ctx.view),
  );
  if (!each.every((g) => g.kind === 'one' && g.hit.score >= MIN_FULL_NAME_SCORE)) return null;
  const { clause } = ctx.run.spoken;
  return {
    kind: 'replace',
    steps: parts.map((p) => ({
      step: { ...step, target: createTarget(p) },
      clause: { ...clause, joint: '' },
    })),
  };
}

/** Shows a heading or passage if there is nothing to click: "go to the Installation section". */
async function showPlace(step: StepOf<'click'>, ctx: Context): Promise<Move | null> {
  const suits = (c: Candidate): number =>
    c.role === 'heading'
      ? 1
      : ['region', 'form', 'table', 'group', 'article', 'legend'].includes(c.role) && c.name
        ? 0.97
        : 0;
  const found = ground({ target: step.target, scoreSuitability: suits }, ctx.view);
  const hit = found.kind === 'one' ? found.hit : found.kind === 'several' ? found.hits[0]! : null;
  if (!hit || hit.score < MIN_FULL_NAME_SCORE) return null;
  return {
    kind: 'replace',
    steps: [{ ...ctx.run.spoken, step: { do: 'scroll', to: step.target, within: null } }],
  };
}

/** "show me the price": answers with text if there is nothing to click. */
async function tellInstead(ctx: Context): Promise<Move | null> {
  const phrase = ctx.run.spoken.clause.text;
  if (!/^(?:show|display|see|let me see|find|where|locate|give)\b/iu.test(phrase)) return null;
  const pageAnswer = answerQuestion(
    phrase.replace(
      /^(?:show (?:me|us)|show|display|see|let me see|find me|find|locate|give me)\s+/iu,
      'what is ',
    ),
    ctx.view,
  );
  return pageAnswer.isFound ? { kind: 'done', answer: toSentence(pageAnswer.text) } : null;
}

export function searchInstead(step: StepOf<'click'>, ctx: Context): Move | null {
  if (step.how !== 'find' || !ctx.view.candidates.some(isSearchField)) return null;
  return {
    kind: 'replace',
    steps: [{ ...ctx.run.spoken, step: { do: 'search', query: step.target.text, target: null } }],
  };
}

export async function openPlaceOrTell(
  step: StepOf<'click'>,
  ctx: Context,
  closest: readonly ScoredCandidate[],
): Promise<Move | null> {
  if (step.how === 'click' || step.how === 'command' || ctx.run.triedUids.size > 0) return null;
  if ((closest[0]?.score ?? 0) >= MIN_FULL_NAME_SCORE) return null;
  return (await showPlace(step, ctx)) ?? (await tellInstead(ctx));
}

/** A native list opens outside the page. Chooses the named option, or else reports the options. */
export function listInstead(c: Candidate, step: StepOf<'click'>, ctx: Context): Move | null {
  if (!isSelect(c)) return null;
  const words = contentTokens(step.target.text);
  const said = (c.options ?? []).filter(
    (o) => /[\p{L}\p{N}]/u.test(o.label) && contentTokens(o.label).every((t) => words.includes(t)),
  );
  if (said.length === 1)
    return {
      kind: 'replace',
      steps: [
        {
          ...ctx.run.spoken,
          step: { do: 'choose', value: said[0]!.label, from: createTarget(getName(c)), target: step.target },
        },
      ],
    };
  const offered = (c.options ?? []).map((o) => o.label).filter(Boolean);
  return { kind: 'done', answer: toSentence(`${describe(c)} offers ${offered.slice(0, 20).join(', ')}`) };
}

/** Finds the way home without a "home" link: the brand at the top. */
export function homeInstead(step: StepOf<'click'>, ctx: Context): Move | null {
  if (!/^(?:the )?(?:home|homepage|main|start|front|landing)(?: ?page)?$/iu.test(step.target.text))
    return null;
  const here = new URL(ctx.view.observation.url);
  const path = (c: Candidate): string => {
    const to = ctx.view.getUrl(c);
    return to && new URL(to).origin === here.origin
      ? new URL(to).pathname.replace(/index\.html?$/iu, '')
      : '';
  };
  const links = ctx.view.candidates.filter(
    (c) =>
      c.visible &&
      isLink(c) &&
      c.landmark !== 'footer' &&
      c.landmark !== 'main' &&
      path(c).endsWith('/') &&
      here.pathname.startsWith(path(c)),
  );
  const hit = links.sort((a, b) => a.order - b.order)[0];
  return hit
    ? {
        kind: 'replace',
        steps: [
          { ...ctx.run.spoken, step: { do: 'click', how: 'open', target: createTarget(getName(hit)) } },
        ],
      }
    : null;
}

/** "… and press login" after typing: the form's only button does that, even if its name is just OK. */
export function finishInstead(step: StepOf<'click'>, { plan, memory, view, run }: Context): Move | null {
  const before = plan.steps[plan.cursor - 1]?.step.do;
  const field = memory.target ? view.byUid.get(memory.target.uid) : undefined;
  if ((before !== 'set' && before !== 'fill') || !field || !isField(field)) return null;
  if (!SUBMITS_FORM.test(step.target.readings[0].phrase || step.target.text)) return null;
  const button = findSubmitButton(findForm(field, view), [field], '', view);
  if (!button || !GENERIC_SUBMIT.test(getName(button))) return null;
  const target = { ...createTarget(getName(button)), quoted: true };
  return { kind: 'replace', steps: [{ ...run.spoken, step: { do: 'click', how: 'click', target } }] };
}
