/** Acts on the page as a whole: scrolling, history, addresses, keys, closing, banners, questions, searching, submitting. */
import { short } from '../ground/describe.js';
import { clickable, ground } from '../ground/ground.js';
import { isField } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import type { StepOf } from '../language/steps.js';
import { named } from '../language/target.js';
import { clip } from '../text.js';
import { uncover } from './element.js';
import { judge } from './judge.js';
import { nothingFits } from './speech.js';
import { act, aim, done, fail, type Context, type Move } from './types.js';

export function scroll(step: StepOf<'scroll'>, ctx: Context): Move {
  const { run, view } = ctx;
  const v = view.observation.viewport;
  const max = Math.max(0, v.scrollHeight - v.height);
  if (ctx.last.length) {
    const { outcome } = ctx.last.at(-1)!;
    if (outcome.status === 'failed') return fail(`I tried to scroll, but ${outcome.detail}`);
    if (outcome.status === 'done')
      return done(
        run.target
          ? `scrolled to ${run.target.said}`
          : `scrolled ${typeof step.to === 'string' ? SCROLLED[step.to] : ''}`,
      );
    return fail('I tried to scroll, but the page did not move');
  }
  if (typeof step.to !== 'string') {
    const found = ground(
      {
        target: step.to,
        suits: (c) =>
          c.visible && (c.text.length <= 200 || c.role === 'region') ? (c.role === 'heading' ? 1 : 0.97) : 0,
      },
      view,
    );
    const hit = found.kind === 'one' ? found.hit : found.kind === 'several' ? found.hits[0]! : null;
    if (!hit)
      return fail(
        nothingFits(
          step.to.text,
          found.kind === 'none' ? found.closest.map((s) => s.candidate) : [],
          'anything called',
        ),
      );
    aim(ctx, hit.candidate, short(hit.candidate), nameOf(hit.candidate));
    const y = Math.min(max, Math.max(0, Math.round(v.scrollY + hit.candidate.box.y - v.height / 4)));
    if (Math.abs(y - v.scrollY) < 2) return done(`found ${short(hit.candidate)} already in view`);
    return act('scroll', { intent: 'scroll', x: v.scrollX, y });
  }
  const page = Math.round(v.height * 0.8);
  const y = { down: Math.min(max, v.scrollY + page), up: Math.max(0, v.scrollY - page), top: 0, bottom: max }[
    step.to
  ];
  if (Math.abs(y - v.scrollY) < 2) {
    return done(
      max === 0
        ? 'saw that the whole page fits on the screen'
        : `was already at the ${step.to === 'up' || step.to === 'top' ? 'top' : 'bottom'} of the page`,
    );
  }
  return act('scroll', { intent: 'scroll', x: v.scrollX, y });
}

const SCROLLED = {
  down: 'down',
  up: 'up',
  top: 'to the top of the page',
  bottom: 'to the bottom of the page',
} as const;

export function history(step: StepOf<'history'>, ctx: Context): Move {
  const turn = ctx.last.at(-1);
  if (!turn) return act('history', { intent: step.way });
  const judged = judge(turn);
  const where = clip(ctx.view.observation.title || ctx.view.observation.url, 80);
  if (judged.kind === 'ok')
    return done(
      { back: `went back to “${where}”`, forward: `went forward to “${where}”`, reload: 'reloaded the page' }[
        step.way
      ],
    );
  if (step.way === 'reload' && (judged.kind === 'nothing' || judged.kind === 'already'))
    return done('reloaded the page');
  return fail(
    step.way === 'reload' ? 'The page could not be reloaded' : `There is no page to go ${step.way} to`,
  );
}

export function load(step: StepOf<'load'>, ctx: Context): Move {
  const turn = ctx.last.at(-1);
  if (!turn) return act('load', { intent: 'load', url: step.url });
  const judged = judge(turn);
  if (judged.kind === 'ok' || judged.kind === 'already') return done(`opened ${step.url}`);
  return fail(`I could not open ${step.url}${'detail' in judged ? `: ${judged.detail}` : ''}`);
}

export function press(step: StepOf<'press'>, ctx: Context): Move {
  const { run, view, memory } = ctx;
  const turn = ctx.last.at(-1);
  if (turn) {
    const judged = judge(turn, { focus: true });
    if (judged.kind === 'ok') return done(`pressed ${step.key}${judged.extra}`);
    if (judged.kind === 'covered') return uncover(ctx, judged.detail);
    return fail(
      `I pressed ${step.key}, but ${'detail' in judged ? judged.detail : 'nothing happened that I could see'}`,
    );
  }
  // "press delete": a button of that name is likelier meant than the key.
  if (step.name) {
    const found = ground({ target: named(step.name), suits: clickable }, view);
    const hit = found.kind === 'none' ? null : found.kind === 'one' ? found.hit : found.hits[0]!;
    if (hit && hit.score >= 0.95)
      return {
        kind: 'replace',
        steps: [{ ...run.spoken, step: { do: 'click', how: 'click', target: named(step.name) } }],
      };
  }
  if (step.target) {
    const found = ground({ target: step.target, suits: (c) => (c.visible ? 1 : 0), asField: true }, view);
    if (found.kind !== 'one') return fail(nothingFits(step.target.text, [], 'anything called'));
    return act('press', { intent: 'press', key: step.key, uid: found.hit.candidate.uid });
  }
  const last = memory.target ? view.byUid.get(memory.target.uid) : undefined;
  const field = last && isField(last) ? last : view.candidates.find((c) => c.states.focused && c.interactive);
  const needsFocus =
    step.key === 'Enter' || step.key.length === 1 || step.key === 'Backspace' || step.key === 'Delete';
  return act(
    'press',
    field && needsFocus
      ? { intent: 'press', key: step.key, uid: field.uid }
      : { intent: 'press', key: step.key },
  );
}
