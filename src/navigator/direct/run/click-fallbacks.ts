/**
 * What a click step may mean if no single element has that name: a name that was split, several names, an option, a
 * search, a passage to scroll to or a question.
 */
import type { Candidate } from '../../../contract/index.js';
import { isHeader } from '../ground/lists.js';
import { answerQuestion } from '../answer/answer.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground, type Grounding } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE, type ScoredCandidate } from '../ground/score.js';
import { isButton, isField, isLink, isSearchField, isSelect, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createClick, type SpokenStep, type Target, type StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip, fold, tokenize, tokenizeContent, toSentence } from '../text.js';
import { GENERIC_SUBMIT, SUBMITS_FORM } from '../lexicon/forms.js';
import { findOnlyFormButton, findSubmitButton, findForm } from '../ground/form.js';
import { offerOptions } from './offer-options.js';
import type { Context, Move } from './types.js';

/** "Save and close", "Terms and Conditions": rejoins a name that was split into two steps, if the page contains it. */
export function useJoinedName(step: StepOf<'click'>, ctx: Context): Move | null {
  const nextRun = ctx.plan.steps[ctx.plan.cursor + 1];
  if (!nextRun || !/\band\b|,|&/u.test(nextRun.spokenStep.clause.joint) || ctx.run.decisionCount > 1)
    return null;
  const joinedName = `${step.target.text}${nextRun.spokenStep.clause.joint}${nextRun.spokenStep.clause.raw.replace(/[.!?\s]+$/u, '')}`;
  const grounding = ground(
    { target: createLiteralTarget(joinedName), scoreSuitability: scoreClickable },
    ctx.view,
  );
  if (grounding.kind !== 'one' || grounding.hit.score < 0.96) return null;
  const joinedStep: SpokenStep = {
    ...ctx.run.spokenStep,
    step: { ...step, target: createLiteralTarget(joinedName) },
  };
  return { kind: 'replace', steps: [joinedStep], droppedStepCount: 1 };
}

const createLiteralTarget = (text: string): Target => ({
  text,
  readings: [{ phrase: text, role: null, nth: null, place: null, prior: 1 }],
  quoted: false,
  pronoun: false,
});

/** "click Home and Contact": clicks two elements. After "then", a name may appear only once the first is clicked. */
export function useSplitName(step: StepOf<'click'>, ctx: Context): Move | null {
  const isSequence = /\s+then\s+/iu.test(step.target.text);
  const names = step.target.text
    .split(/\s*,\s*(?:and\s+)?|\s+(?:and\s+)?then\s+|\s+and\s+/iu)
    .filter(Boolean);
  if (names.length < 2 || names.length > 6 || step.target.quoted) return null;
  const groundings = names.map((p) =>
    ground({ target: createTarget(p), scoreSuitability: scoreClickable }, ctx.view),
  );
  const isFound = (g: Grounding): boolean => g.kind === 'one' && g.hit.score >= MIN_FULL_NAME_SCORE;
  if (!(isSequence ? isFound(groundings[0]!) : groundings.every(isFound))) return null;
  const { clause } = ctx.run.spokenStep;
  return {
    kind: 'replace',
    steps: names.map((p) => ({
      step: { ...step, target: createTarget(p) },
      clause: { ...clause, joint: '' },
    })),
  };
}

/** "go to the Installation section": scrolls to a heading or section if there is nothing to click. */
async function scrollToPlace(step: StepOf<'click'>, ctx: Context): Promise<Move | null> {
  const scoreSuitability = (c: Candidate): number =>
    c.role === 'heading'
      ? 1
      : ['region', 'form', 'table', 'group', 'article', 'legend'].includes(c.role) && c.name
        ? 0.97
        : 0;
  const grounding = ground({ target: step.target, scoreSuitability }, ctx.view);
  const hit =
    grounding.kind === 'one' ? grounding.hit : grounding.kind === 'several' ? grounding.hits[0]! : null;
  if (!hit || hit.score < MIN_FULL_NAME_SCORE) return null;
  return {
    kind: 'replace',
    steps: [{ ...ctx.run.spokenStep, step: { do: 'scroll', to: step.target, within: null } }],
  };
}

/** "show me the price": answers with text if there is nothing to click. */
async function answerInstead(ctx: Context): Promise<Move | null> {
  const phrase = ctx.run.spokenStep.clause.text;
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
    steps: [{ ...ctx.run.spokenStep, step: { do: 'search', query: step.target.text, target: null } }],
  };
}

export async function scrollOrAnswerInstead(
  step: StepOf<'click'>,
  ctx: Context,
  closest: readonly ScoredCandidate[],
): Promise<Move | null> {
  if (step.how === 'click' || step.how === 'command' || ctx.run.triedUids.size > 0) return null;
  if ((closest[0]?.score ?? 0) >= MIN_FULL_NAME_SCORE) return null;
  return (await scrollToPlace(step, ctx)) ?? (await answerInstead(ctx));
}

/** A native list opens outside the page. Chooses the named option, or else reports the options. */
export function chooseFromListInstead(c: Candidate, step: StepOf<'click'>, ctx: Context): Move | null {
  if (!isSelect(c)) return null;
  const words = tokenizeContent(step.target.text);
  const namedOptions = (c.options ?? []).filter(
    (o) => /[\p{L}\p{N}]/u.test(o.label) && tokenizeContent(o.label).every((t) => words.includes(t)),
  );
  if (namedOptions.length === 1)
    return {
      kind: 'replace',
      steps: [
        {
          ...ctx.run.spokenStep,
          step: {
            do: 'choose',
            value: namedOptions[0]!.label,
            from: createTarget(getName(c)),
            target: step.target,
          },
        },
      ],
    };
  const optionLabels = (c.options ?? []).map((o) => clip(o.label, 60)).filter(Boolean);
  return {
    kind: 'done',
    answer: toSentence(`${describe(c)} offers ${optionLabels.slice(0, 20).join(', ')}`),
  };
}

/** "go to the home page": opens the first link to it, such as the logo, if no link is called "home". */
export function openHomeInstead(step: StepOf<'click'>, ctx: Context): Move | null {
  if (!/^(?:the )?(?:home|homepage|main|start|front|landing)(?: ?page)?$/iu.test(step.target.text))
    return null;
  const currentUrl = new URL(ctx.view.observation.url);
  const getPath = (c: Candidate): string => {
    const url = ctx.view.getUrl(c);
    return url && new URL(url).origin === currentUrl.origin
      ? new URL(url).pathname.replace(/index\.html?$/iu, '')
      : '';
  };
  const homeLinks = ctx.view.candidates.filter(
    (c) =>
      c.visible &&
      isLink(c) &&
      c.landmark !== 'footer' &&
      c.landmark !== 'main' &&
      getPath(c).endsWith('/') &&
      currentUrl.pathname.startsWith(getPath(c)),
  );
  const homeLink = homeLinks.sort((a, b) => a.order - b.order)[0];
  return homeLink
    ? {
        kind: 'replace',
        steps: [
          {
            ...ctx.run.spokenStep,
            step: { do: 'click', how: 'open', target: createTarget(getName(homeLink)) },
          },
        ],
      }
    : null;
}

const SENDS_FORM = /\b(?:accept|send|submit|confirm|pay|order|buy|sign)\b/iu;
const FINISHES_FORM = /^(save|submit|send|confirm)(?: (?:it|this|that|everything))?(?: (?:off|in))?$/iu;

/** "… and press login" after typing: presses the form's only button, even if its name is just OK. */
export function submitInstead(step: StepOf<'click'>, { plan, memory, view, run }: Context): Move | null {
  const [, finishingVerb] = FINISHES_FORM.exec(run.spokenStep.clause.text) ?? [];
  const onlyButton = finishingVerb ? findOnlyFormButton(view) : null;
  // "Save it" does not ask to send a declaration.
  if (onlyButton && fold(finishingVerb!) === 'save' && SENDS_FORM.test(getName(onlyButton)))
    return offerOptions(`Should I click ${describe(onlyButton)}?`, [onlyButton], [describe(onlyButton)]);
  if (onlyButton)
    return { kind: 'replace', steps: [{ ...run.spokenStep, step: { do: 'submit', target: null } }] };
  const previousStepKind = plan.steps[plan.cursor - 1]?.step.do;
  const field = memory.lastTarget ? view.byUid.get(memory.lastTarget.uid) : undefined;
  if ((previousStepKind !== 'set' && previousStepKind !== 'fill') || !field || !isField(field)) return null;
  if (!SUBMITS_FORM.test(step.target.readings[0].phrase || step.target.text)) return null;
  const button = findSubmitButton(findForm(field, view), [field], '', view);
  if (!button || !GENERIC_SUBMIT.test(getName(button))) return null;
  const target = { ...createTarget(getName(button)), quoted: true };
  return { kind: 'replace', steps: [{ ...run.spokenStep, step: { do: 'click', how: 'click', target } }] };
}

const COLUMN_COMMAND = /^(hide|show) (?:the )?(.+?)( column)?$/iu;

/** "Hide the price column": unticks it in the menu “Columns”. */
export function showColumn(step: StepOf<'click'>, { run, view }: Context): Move | null {
  const { clause } = run.spokenStep;
  const [, verb, name, noun] = COLUMN_COMMAND.exec(clause.text) ?? [];
  if (!verb || !name || step.target.quoted || run.stage !== '' || run.pickedUid) return null;
  const isHiding = verb.toLowerCase() === 'hide';
  const isColumn = view.candidates.some((c) => isHeader(c, view) && fold(c.text) === fold(name));
  const [menu, ...others] = view.candidates.filter(
    (c) =>
      c.visible && c.interactive && opensList(c) && tokenize(getName(c)).some((w) => /^columns?$/u.test(w)),
  );
  if (!menu || others.length || !(noun || (isHiding && isColumn))) return null;
  return {
    kind: 'replace',
    steps: [
      { clause, step: createClick('open', createTarget(getName(menu))) },
      {
        clause,
        step: { do: 'tick', to: !isHiding, target: createTarget(name), verb: isHiding ? 'untick' : 'tick' },
      },
    ],
    prepare: ([first]) => void (first && (first.pickedUid = menu.uid)),
  };
}

const CONTINUE_COMMAND =
  /^(?:next|continue|proceed|carry on|go on|keep going|move on)(?: then)?$|^(?:go to )?(?:the )?next (?:page|step|question)$/iu;
const CONTINUE_NAME = /^(?:save and )?(?:continue|next|proceed)(?: step| page)?$/u;

/**
 * "Next", "carry on": presses the only button “Continue” of the page, unless a control has the requested name. It never
 * presses “Accept and continue”, because the line accepts nothing.
 */
export function pressContinue({ run, view }: Context): Move | null {
  const { clause } = run.spokenStep;
  if (!CONTINUE_COMMAND.test(clause.text) || run.stage !== '' || run.pickedUid) return null;
  const controls = view.candidates.filter(
    (c) => c.visible && c.interactive && !c.behindModal && (isButton(c) || isLink(c)),
  );
  const [button, ...others] = controls.filter((c) => CONTINUE_NAME.test(tokenize(getName(c)).join(' ')));
  const isNamed = controls.some((c) => c !== button && /^next\b/u.test(fold(getName(c))));
  if (!button || others.length || isNamed) return null;
  return {
    kind: 'replace',
    steps: [{ clause, step: createClick('click', { ...createTarget(getName(button)), quoted: true }) }],
    prepare: ([first]) => void (first && (first.pickedUid = button.uid)),
  };
}

/** "Log me out" is the command "log out". */
export function logOut(step: StepOf<'click'>, { run }: Context): Move | null {
  const { clause } = run.spokenStep;
  const [, verb] = /^(log|sign) me (?:out|off)$/iu.exec(clause.text) ?? [];
  if (!verb || step.how !== 'bare' || run.stage !== '') return null;
  return { kind: 'replace', steps: [{ clause, step: createClick('command', createTarget(`${verb} out`)) }] };
}
