/** Copies named text from the page, and pastes into a field. */
import type { Candidate } from '../../../contract/index.js';
import { findValueElement } from '../ground/element-values.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isButton, isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { SpokenStep, StepOf } from '../language/steps.js';
import { createNamedCommand } from '../language/commands.js';
import { createTarget } from '../language/target.js';
import { clip, fold } from '../text.js';
import { useElement } from './use-element.js';
import { judgeOutcome } from './judge-outcome.js';
import { formatNothingFound } from './messages.js';
import { findEntryForCommand } from './row-menu.js';
import { uncoverElement } from './clear-obstruction.js';
import { COPYING } from './use-list-entry.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

/** Maximum length of a text that someone would copy by its name. */
const MAX_COPIED_LENGTH = 400;

/** "Copy Winter as Winter 2" duplicates an entry. */
const COPY_AS = /^copy (?:the )?(.+?) (?:as|to a new) (.+)$/iu;

export async function copyElement(step: StepOf<'copy'>, ctx: Context): Promise<Move> {
  const { run, view } = ctx;
  const lastTurn = ctx.recentActions.at(-1);
  if (lastTurn) return reportCopied(ctx);
  const [, original = '', newName = ''] = COPY_AS.exec(run.spokenStep.clause.text) ?? [];
  if (original && findEntryForCommand('copy', original, ctx))
    return duplicateEntry(original, startsAsName(newName) ? newName : null, ctx);
  if (!step.target.pronoun && hasCopyControl(step.target.text, ctx))
    return duplicateEntry(step.target.text, null, ctx);
  const copyButton = findCopyButton(ctx);
  if (copyButton)
    return {
      kind: 'replace',
      steps: [
        {
          ...run.spokenStep,
          step: {
            do: 'click',
            kind: 'command',
            target: { ...createTarget(getName(copyButton)), quoted: true },
          },
        },
      ],
    };
  const element = step.target.pronoun
    ? ctx.memory.lastStep?.step.do === 'question'
      ? findLastAnswer(ctx)
      : getLastTarget(ctx)
    : (findFieldByContentPhrase(step, ctx) ??
      findValueElement(step.target.text, view) ??
      findByName(step, view));
  if (!element) return fail(formatNothingFound(step.target.text, [], 'anything called'));
  rememberTarget(ctx, element, describe(element), getName(element));
  return act('copy', { intent: 'copy', uid: element.uid });
}

const startsAsName = (text: string): boolean => /^["“'‘]?[\p{Lu}\d]/u.test(text);

function duplicateEntry(original: string, newName: string | null, { run }: Context): Move {
  const { clause } = run.spokenStep;
  const steps: SpokenStep[] = [
    {
      clause: { ...clause, text: `duplicate ${original}` },
      step: createNamedCommand('duplicate', original, []),
    },
  ];
  if (newName !== null)
    steps.push({ clause, step: { do: 'set', target: createTarget('name'), value: newName, verb: 'set' } });
  return { kind: 'replace', steps };
}

/** Whether the page has a list entry with this name and a control that duplicates it. */
function hasCopyControl(name: string, ctx: Context): boolean {
  const entry = findEntryForCommand('copy', name, ctx);
  return (
    entry !== null &&
    ctx.view.candidates.some((c) => COPYING.test(getName(c)) && ctx.view.getAncestors(c).includes(entry))
  );
}

function reportCopied(ctx: Context): Move {
  const judgement = judgeOutcome(ctx.recentActions.at(-1)!);
  if (judgement.kind === 'ok') {
    const effect = judgement.effects.find((e) => e.type === 'clipboard');
    if (effect?.type === 'clipboard') ctx.memory.lastValue = { text: effect.text, isAnswer: false };
    return done(
      effect?.type === 'clipboard'
        ? `copied “${clip(effect.text, 80)}”`
        : `copied ${ctx.run.target!.description}`,
    );
  }
  if (judgement.kind === 'already') return done(`found ${ctx.run.target!.description} already copied`);
  return fail(
    `I tried to copy ${ctx.run.target!.description}, but ${'detail' in judgement ? judgement.detail : 'there was nothing to copy'}`,
  );
}

/** Finds a button whose name is the whole line, such as “Copy link”. */
function findCopyButton({ run, view }: Context): Candidate | null {
  const phrase = fold(run.spokenStep.clause.text);
  const matchingButtons = view.candidates.filter(
    (c) => c.visible && c.interactive && isButton(c) && fold(getName(c)) === phrase,
  );
  return matchingButtons.length === 1 ? matchingButtons[0]! : null;
}

const CONTENT_OF_FIELD =
  /^(?:all )?(?:text|contents?|value|words?|everything)(?: that is)? (?:in|of|from|inside|within) (?:the )?(.+?)(?: (?:below|above|here))?$/iu;

/** For "the text in the text area", finds the text area. */
function findFieldByContentPhrase({ target }: StepOf<'copy'>, { view }: Context): Candidate | null {
  const phrase = CONTENT_OF_FIELD.exec(target.text)?.[1];
  if (!phrase) return null;
  const scoreSource = (c: Candidate): number => (c.visible && isField(c) ? 1 : 0);
  const grounding = ground(
    { target: createTarget(phrase), scoreSuitability: scoreSource, asField: true },
    view,
  );
  if (grounding.kind === 'one') return grounding.hit.candidate;
  const filledFields = view.candidates.filter((c) => scoreSource(c) && (c.value ?? '') !== '');
  return filledFields.length === 1 && /\b(?:field|box|area|textarea|textbox|input)\b/iu.test(phrase)
    ? filledFields[0]!
    : null;
}

/** Finds the element that shows the answer to the instructor's last question. */
function findLastAnswer({ memory, view }: Context): Candidate | null {
  const { lastValue } = memory;
  if (!lastValue) return null;
  // Elements follow their ancestors, so the last one is the innermost.
  return view.candidates.findLast((c) => c.visible && (c.value ?? c.text).trim() === lastValue.text) ?? null;
}

const getLastTarget = ({ memory, view }: Context): Candidate | null =>
  view.byUid.get(memory.lastTarget?.uid ?? '') ?? null;

/** Finds a field or another element with text by its name. */
function findByName(step: StepOf<'copy'>, view: View): Candidate | null {
  const scoreSource = (c: Candidate): number =>
    !c.visible || (c.text === '' && (c.value ?? '') === '') || c.text.length > MAX_COPIED_LENGTH
      ? 0
      : isField(c)
        ? 1
        : isButton(c)
          ? 0.9
          : 0.97;
  const grounding = ground({ target: step.target, scoreSuitability: scoreSource, asField: true }, view);
  if (grounding.kind === 'one') return grounding.hit.candidate;
  return grounding.kind === 'several' && grounding.hits[0]!.score >= MIN_FULL_NAME_SCORE
    ? grounding.hits[0]!.candidate
    : null;
}

export async function pasteText(step: StepOf<'paste'>, ctx: Context): Promise<Move> {
  const { run, view } = ctx;
  const lastTurn = ctx.recentActions.at(-1);
  if (step.target)
    return useElement(
      {
        target: step.target,
        scoreSuitability: (c) => (isField(c) && !c.states.readonly ? 1 : 0),
        asField: true,
        createActions: (c) => [{ intent: 'paste', uid: c.uid }],
        pastVerb: 'tried to paste into',
        describeDone: ({ description }) => `pasted it into ${description}`,
        notFoundPrefix: 'a field called',
      },
      ctx,
    );
  if (lastTurn && run.stage !== 'uncover') {
    const judgement = judgeOutcome(lastTurn);
    if (judgement.kind === 'covered') return uncoverElement(ctx, judgement.detail);
    if (judgement.kind === 'ok') return done(`pasted it into ${run.target!.description}`);
    return fail(
      `I tried to paste into ${run.target!.description}, but ${'detail' in judgement ? judgement.detail : 'nothing was pasted; has anything been copied?'}`,
    );
  }
  const lastTarget = getLastTarget(ctx);
  const fields = view.candidates.filter(
    (c) => c.visible && isField(c) && scoreClickable(c) > 0 && !c.states.readonly,
  );
  const field =
    lastTarget && isField(lastTarget)
      ? lastTarget
      : (fields.find((c) => c.states.focused) ?? (fields.length === 1 ? fields[0] : undefined));
  if (!field) return fail("I don't know which field to paste into. Please name it");
  rememberTarget(ctx, field, describe(field), getName(field));
  return act('paste', { intent: 'paste', uid: field.uid });
}
