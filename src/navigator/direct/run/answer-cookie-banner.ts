/** Answers a cookie or consent banner when the instructor asks for it. */
import { describeBriefly } from '../ground/describe.js';
import { getName } from '../ground/names.js';
import { findBannerButton } from './find-close-button.js';
import { judgeOutcome } from './judge-outcome.js';
import type { StepOf } from '../language/steps.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

export function answerCookieBanner(step: StepOf<'cookies'>, ctx: Context): Move {
  const { run, view } = ctx;
  const lastTurn = ctx.recentActions.at(-1);
  if (lastTurn) {
    const judgement = judgeOutcome(lastTurn);
    if (judgement.kind === 'ok') return done(`clicked ${run.target!.description} in the cookie banner`);
    return fail(
      `I clicked ${run.target!.description}, but ${'detail' in judgement ? judgement.detail : 'I saw no change'}`,
    );
  }
  const button = findBannerButton(view, step.choice);
  if (!button)
    return fail(
      step.choice === 'reject' && findBannerButton(view, 'close')
        ? 'The cookie banner has no reject button'
        : 'There is no cookie banner on this page',
    );
  rememberTarget(ctx, button, describeBriefly(button), getName(button));
  return act('cookies', { intent: 'click', uid: button.uid });
}
