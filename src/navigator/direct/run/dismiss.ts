/** Answers cookie and consent banners when the instructor mentions them. */
import { short } from '../ground/describe.js';
import { nameOf } from '../ground/names.js';
import { bannerButton } from './banner.js';
import { judge } from './judge.js';
import type { StepOf } from '../language/steps.js';
import { act, aim, done, fail, type Context, type Move } from './types.js';

export function cookies(step: StepOf<'cookies'>, ctx: Context): Move {
  const { run, view } = ctx;
  const turn = ctx.last.at(-1);
  if (turn) {
    const judged = judge(turn);
    if (judged.kind === 'ok') return done(`clicked ${run.target!.said} in the cookie banner`);
    return fail(
      `I clicked ${run.target!.said}, but ${'detail' in judged ? judged.detail : 'I saw no change'}`,
    );
  }
  const button = bannerButton(view, step.choice);
  if (!button)
    return fail(
      step.choice === 'reject' && bannerButton(view, 'close')
        ? 'The cookie banner has no reject button'
        : 'There is no cookie banner on this page',
    );
  aim(ctx, button, short(button), nameOf(button));
  return act('cookies', { intent: 'click', uid: button.uid });
}
