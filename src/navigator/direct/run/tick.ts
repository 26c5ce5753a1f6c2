/** Sets check boxes and switches, or presses a button with the same effect. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isField, isTickable } from '../ground/kinds.js';
import { findPageNouns } from '../ground/topic.js';
import { getName, listNamings } from '../ground/names.js';
import type { Step, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { agreement, similarity, contentTokens, stem } from '../text.js';
import { resolvePronoun } from './resolve-pronoun.js';
import { useElement } from './use-element.js';
import { findMismatch } from '../ground/control-values.js';
import { describeInRow, findTickableInRow } from './rows.js';
import { act, rememberTarget, done, type Context, type Move, update } from './types.js';

type Tick = Extract<Step, { do: 'tick' }>;

/** Returns the name of a button that may exist instead of a box: "Enable two-factor authentication", "Dark mode". */
const buttonName = (step: Tick): Target => {
  const phrase = `${step.verb} ${step.target.text}`;
  const plain = { phrase, role: null, nth: null, place: null, prior: 1 };
  return { ...step.target, readings: [plain, ...step.target.readings] };
};

export async function tickBox(step: Tick, ctx: Context): Promise<Move> {
  const { run } = ctx;
  const target = resolvePronoun(step.target, ctx);
  const state = (c: Candidate): boolean | undefined => {
    const s = c.states.checked ?? c.states.pressed;
    return s === undefined ? undefined : s === true;
  };
  const wished = (c: Candidate): boolean => (step.to === 'toggle' ? !state(c) : step.to);
  const ticked =
    step.to === 'toggle'
      ? 'toggled'
      : /turn|switch|enable|disable|deactivate/u.test(step.verb)
        ? step.to
          ? 'turned on'
          : 'turned off'
        : step.to
          ? 'ticked'
          : 'unticked';
  /** "the box next to Mark Kim": the name belongs to the row, not to the box. */
  const inRow = (): Move | null => {
    const c = run.decisionCount > 2 ? null : findTickableInRow(target.text, ctx.view);
    if (!c) return null;
    const said = describeInRow(c, target.text);
    rememberTarget(ctx, c, said, getName(c));
    if (step.to !== 'toggle' && state(c) === step.to)
      return done(`found ${said} already ${step.to ? 'on' : 'off'}`);
    const wish = String(wished(c));
    run.expectedValues.set(c.uid, { value: wish, description: said });
    return act('act', { intent: 'change', uid: c.uid, value: wish });
  };
  return useElement(
    {
      target: run.stage === 'button' ? buttonName({ ...step, target }) : target,
      suits: (c) =>
        isTickable(c)
          ? c.role === 'radio'
            ? step.to
              ? 0.93
              : 0
            : 1
          : c.states.pressed !== undefined && c.visible
            ? 0.98
            : 0,
      asField: false,
      createActions: (c) => {
        const wish = String(wished(c));
        run.expectedValues.set(c.uid, { value: wish, description: describe(c) });
        return [{ intent: 'change', uid: c.uid, value: wish }];
      },
      reportAlreadyDone: (c) =>
        step.to !== 'toggle' && state(c) === step.to
          ? `found ${describe(c)} already ${step.to ? 'on' : 'off'}`
          : null,
      describeDone: ({ description }) => `${ticked} ${description}`,
      verify: (c, t) => findMismatch(c.view, t.uid, run.expectedValues.get(t.uid)?.value ?? ''),
      kindPhrase: 'a checkbox or switch called',
      tryFallbacks: (closest) =>
        (closest[0]?.score ?? 0) >= MIN_FULL_NAME_SCORE
          ? null
          : (severalTicks(step, ctx) ?? asButton({ ...step, target }, ctx) ?? inRow()),
    },
    ctx,
  );
}

/** "turn on sounds and badges": two boxes, if no single box has that name. */
function severalTicks(step: Tick, ctx: Context): Move | null {
  const parts = step.target.text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu).filter(Boolean);
  if (parts.length < 2 || parts.length > 8 || step.target.quoted) return null;
  const things = findPageNouns(ctx.view);
  const each = parts.map((part) => {
    const found = ground(
      { target: createTarget(part), scoreSuitability: (c) => (isTickable(c) ? 1 : 0) },
      ctx.view,
    );
    if (found.kind === 'one') return { part, uid: null };
    const words = part.split(' ').filter((word) => !things.has(stem(word)));
    const inRow = words.length ? findTickableInRow(words.join(' '), ctx.view) : null;
    return inRow ? { part, uid: inRow.uid } : null;
  });
  if (!each.every((e) => e !== null)) return null;
  return {
    kind: 'replace',
    steps: parts.map((p) => ({ ...ctx.run.spoken, step: { ...step, target: createTarget(p) } })),
    prepare: (runs) =>
      each.forEach(({ uid }, i) => {
        if (uid !== null) update(runs[i]!, { pickedUid: uid, usesOnlyPicked: true });
      }),
  };
}

/** Without such a box, uses a button, link or option with the same meaning. */
function asButton(step: Tick, ctx: Context): Move | null {
  const wanted = buttonName(step);
  const found = ground(
    // The text next to a switch is not the switch, so only clickable elements count.
    {
      target: wanted,
      scoreSuitability: (c) => (isTickable(c) || isField(c) || !c.interactive ? 0 : scoreClickable(c)),
    },
    ctx.view,
  );
  if (found.kind === 'none') return null;
  // "turn off notifications" does not mean "Notification sounds": the button's name must not say more than the line.
  const wordsAsked = [
    ...contentTokens(`${step.verb} ${step.target.text}`),
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
  // "check the weather" does not mean a click on "Weather": only verbs that fit buttons count, or the exact words.
  const top = found.kind === 'one' ? found.hit : found.hits[0]!;
  const exact = agreement(`${step.verb} ${step.target.text}`, getName(top.candidate)).score >= 0.95;
  const saysNoMore = (text: string): boolean =>
    contentTokens(text).every((t) => wordsAsked.some((w) => similarity(w, t) >= 0.85));
  if (
    !listNamings(top.candidate).some(
      (n) => saysNoMore(n.text) && agreement(step.target.text, n.text).coverage >= 0.9,
    )
  )
    return null;
  if (!exact && !/turn|switch|enable|disable|toggle|accept|agree|select|activate|flip/u.test(step.verb))
    return null;
  return {
    kind: 'replace',
    steps: [{ ...ctx.run.spoken, step: { do: 'click', how: 'click', target: wanted } }],
  };
}
