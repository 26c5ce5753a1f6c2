/** Sets checkboxes and switches, or presses a button with the same effect. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isField, isTickable } from '../ground/kinds.js';
import { findPageNouns } from '../ground/topic.js';
import { getName, listWeightedNames } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { findRows } from '../assign/index.js';
import type { Step, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { scoreAgreement, scoreSimilarity, tokenizeContent, stem } from '../text.js';
import { resolvePronoun } from './resolve-pronoun.js';
import { isUnrequestedSort } from './unrequested-sort.js';
import { turnsOn } from './switch-direction.js';
import { useElement } from './use-element.js';
import { describeMismatch } from '../ground/control-values.js';
import { askWhichRow } from './row-control.js';
import { describeInRow, findTickableInRow } from './rows.js';
import { listRowCheckboxes } from './select-rows.js';
import { act, rememberTarget, done, type Context, type Move, updateRun } from './types.js';
import { formatFilledIn } from './messages.js';

type TickStep = Extract<Step, { do: 'tick' }>;

/** Adds the name that a button would have instead of a checkbox: "Enable two-factor authentication". */
const createButtonTarget = (step: TickStep): Target => {
  const phrase = `${step.verb} ${step.target.text}`;
  const buttonInterpretation = { phrase, role: null, nth: null, place: null, prior: 1 };
  return { ...step.target, interpretations: [buttonInterpretation, ...step.target.interpretations] };
};

export async function tickCheckbox(step: TickStep, ctx: Context): Promise<Move> {
  const { run } = ctx;
  const target = resolvePronoun(step.target, ctx);
  const getCheckedState = (c: Candidate): boolean | undefined => {
    const checked = c.states.checked ?? c.states.pressed;
    return checked === undefined ? undefined : checked === true;
  };
  const getNewState = (c: Candidate): boolean =>
    step.newState === 'toggle' ? !getCheckedState(c) : step.newState;
  /** Checkboxes are ticked. Switches and buttons are turned on, even if the line says "tick". */
  const choosePastVerb = (description: string): string => {
    if (step.newState === 'toggle') return 'toggled';
    const isTurnedOnOrOff =
      /turn|switch|enable|disable|deactivate/u.test(step.verb) || / (?:switch|button)$/u.test(description);
    return isTurnedOnOrOff ? `turned ${step.newState ? 'on' : 'off'}` : step.newState ? 'ticked' : 'unticked';
  };
  /** For "the box next to Mark Kim", ticks the checkbox in the row with that name. */
  const tickInRow = (): Move | null => {
    if (run.decisionCount > 2) return null;
    const c = findTickableInRow(target.text, ctx.view);
    if (c && isSelectionCheckbox(c, ctx.view) && TURNING_VERB.test(step.verb)) return null;
    if (!c) return askWhichCheckbox(target.text, ctx.view);
    const description = describeInRow(c, target.text);
    rememberTarget(ctx, c, description, getName(c));
    if (step.newState !== 'toggle' && getCheckedState(c) === step.newState)
      return done(`found ${description} already ${step.newState ? 'on' : 'off'}`);
    const newValue = String(getNewState(c));
    run.expectedValues.set(c.uid, { value: newValue, description });
    return act('act', { intent: 'change', uid: c.uid, value: newValue });
  };
  return useElement(
    {
      target: run.stage === 'button' ? createButtonTarget({ ...step, target }) : target,
      scoreSuitability: (c) =>
        isTickable(c) && TURNING_VERB.test(step.verb) && isSelectionCheckbox(c, ctx.view)
          ? 0
          : isTickable(c)
            ? c.role === 'radio'
              ? step.newState
                ? 0.93
                : 0
              : 1
            : c.states.pressed !== undefined && c.visible
              ? 0.98
              : 0,
      asField: false,
      createActions: (c) => {
        // A button such as “Turn on tips” has no state to set.
        if (!isTickable(c) && turnsOn(getName(c)) === step.newState) return [{ intent: 'click', uid: c.uid }];
        const newValue = String(getNewState(c));
        run.expectedValues.set(c.uid, { value: newValue, description: describe(c) });
        return [{ intent: 'change', uid: c.uid, value: newValue }];
      },
      reportAlreadyDone: (c) =>
        step.newState !== 'toggle' && getCheckedState(c) === step.newState
          ? `found ${describe(c)} already ${step.newState ? 'on' : 'off'}`
          : !isTickable(c) && step.newState !== 'toggle' && turnsOn(getName(c)) === !step.newState
            ? `found “${getName(c)}”, so it seems to be ${step.newState ? 'on' : 'off'} already`
            : null,
      describeDone: ({ description }) =>
        / (?:choice|radio button)$/u.test(description)
          ? formatFilledIn([{ value: 'true', description }])
          : `${choosePastVerb(description)} ${description}`,
      verify: ({ view }, { uid }) => {
        const expectedValue = run.expectedValues.get(uid)?.value ?? '';
        const c = view.byUid.get(uid);
        // A toggle button may change its name with its state: “Watching” becomes “Watch”.
        if (!c || isTickable(c)) return describeMismatch(view, uid, expectedValue);
        const state = getCheckedState(c);
        return state === undefined || String(state) === expectedValue
          ? null
          : `${describe(c)} is still ${state ? 'on' : 'off'}`;
      },
      notFoundPrefix: 'a checkbox or switch called',
      tryFallbacks: (closest) =>
        (closest[0]?.score ?? 0) >= MIN_FULL_NAME_SCORE
          ? null
          : (clickStopButton(step, ctx) ??
            tickSeveral(step, ctx) ??
            clickInsteadOfTicking({ ...step, target }, ctx) ??
            tickInRow()),
    },
    ctx,
  );
}

const TURNING_VERB = /turn|switch|enable|disable|activate/u;

/**
 * Whether the checkbox only selects its row. "Deactivate Tom Hughes" does not mean the checkbox that selects his row.
 */
const isSelectionCheckbox = (c: Candidate, view: View): boolean =>
  c.role !== 'switch' && /^(?:select\b.*)?$/iu.test(getName(c)) && listRowCheckboxes(view).includes(c);

/** For "tick the box of Tom Hughes", asks which row is meant if he is in two rows. */
function askWhichCheckbox(words: string, view: View): Move | null {
  const rows = findRows(words, view, true).flatMap(({ row }) => {
    const checkboxes = listRowCheckboxes(view).filter(
      (c) => c.role !== 'switch' && view.getAncestors(c).includes(row),
    );
    return checkboxes.length === 1 ? [{ uid: checkboxes[0]!.uid, row }] : [];
  });
  return rows.length > 1 ? askWhichRow(words, rows) : null;
}

/** For "stop watching", clicks a button such as “Stop watching”, “Unwatch” or “Watching” if there is no toggle. */
const clickStopButton = (step: TickStep, { run }: Context): Move | null =>
  step.verb === 'stop'
    ? {
        kind: 'replace',
        steps: [{ ...run.spokenStep, step: { do: 'click', kind: 'click', target: step.target } }],
      }
    : null;

/** For "turn on sounds and badges", ticks two checkboxes if none has the whole name. */
function tickSeveral(step: TickStep, ctx: Context): Move | null {
  const names = step.target.text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu).filter(Boolean);
  if (names.length < 2 || names.length > 8 || step.target.quoted) return null;
  const pageNouns = findPageNouns(ctx.view);
  const matches = names.map((name) => {
    const grounding = ground(
      { target: createTarget(name), scoreSuitability: (c) => (isTickable(c) ? 1 : 0) },
      ctx.view,
    );
    if (grounding.kind === 'one') return { name, uid: null };
    const words = name.split(' ').filter((word) => !pageNouns.has(stem(word)));
    const checkboxInRow = words.length ? findTickableInRow(words.join(' '), ctx.view) : null;
    return checkboxInRow ? { name, uid: checkboxInRow.uid } : null;
  });
  if (!matches.every((match) => match !== null)) return null;
  return {
    kind: 'replace',
    steps: names.map((name) => ({ ...ctx.run.spokenStep, step: { ...step, target: createTarget(name) } })),
    prepare: (runs) =>
      matches.forEach(({ uid }, i) => {
        if (uid !== null) updateRun(runs[i]!, { pickedUid: uid, usesOnlyPicked: true });
      }),
  };
}

/** Clicks a button, link or option with the same meaning if no checkbox matches. */
function clickInsteadOfTicking(step: TickStep, ctx: Context): Move | null {
  const buttonTarget = createButtonTarget(step);
  const grounding = ground(
    // Only interactive elements are considered, because the text next to a switch is not the switch.
    {
      target: buttonTarget,
      scoreSuitability: (c) =>
        isTickable(c) || isField(c) || !c.interactive || isUnrequestedSort(c, ctx) ? 0 : scoreClickable(c),
    },
    ctx.view,
  );
  if (grounding.kind === 'none') return null;
  // "Turn off notifications" does not mean “Notification sounds”: the button's name must not contain other words.
  const allowedWords = [
    ...tokenizeContent(`${step.verb} ${step.target.text}`),
    'toggle',
    'switch',
    'mode',
    'enable',
    'disable',
    'on',
    'off',
    'turn',
    'use',
    'i',
    'accept',
    'agree',
  ];
  // "Check the weather" does not mean a click on “Weather”: the verb must suit a button, or the name must be exact.
  const bestHit = grounding.kind === 'one' ? grounding.hit : grounding.hits[0]!;
  const isExactName =
    scoreAgreement(`${step.verb} ${step.target.text}`, getName(bestHit.candidate)).score >= 0.95;
  const hasOnlyAllowedWords = (text: string): boolean =>
    tokenizeContent(text).every((t) => allowedWords.some((w) => scoreSimilarity(w, t) >= 0.85));
  if (
    !listWeightedNames(bestHit.candidate).some(
      (n) => hasOnlyAllowedWords(n.text) && scoreAgreement(step.target.text, n.text).coverage >= 0.9,
    )
  )
    return null;
  const direction = turnsOn(getName(bestHit.candidate));
  if (direction !== null && step.newState !== 'toggle' && direction !== step.newState)
    return done(
      `found “${getName(bestHit.candidate)}”, so it seems to be ${step.newState ? 'on' : 'off'} already`,
    );
  if (!isExactName && !/turn|switch|enable|disable|toggle|accept|agree|select|activate|flip/u.test(step.verb))
    return null;
  return {
    kind: 'replace',
    steps: [{ ...ctx.run.spokenStep, step: { do: 'click', kind: 'click', target: buttonTarget } }],
  };
}
