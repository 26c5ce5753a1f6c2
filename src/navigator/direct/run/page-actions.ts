/** Actions on the whole page: history, URLs, keys, waiting. */
import { scoreClickable, ground } from '../ground/ground.js';
import { isField } from '../ground/kinds.js';
import type { StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip } from '../text.js';
import { judgeOutcome } from './judge-outcome.js';
import { formatNothingFound } from './messages.js';
import { uncoverElement } from './clear-obstruction.js';
import { act, done, fail, type Context, type Move } from './types.js';

const BLANK_PAGE_URL = 'about:blank';
/** The stage that returns from the blank page. It is called `undo` so that a later undo ignores its action. */
const RETURN_STAGE = 'undo';

export function goThroughHistory(step: StepOf<'history'>, ctx: Context): Move {
  const lastTurn = ctx.recentActions.at(-1);
  if (!lastTurn) return act('history', { intent: step.way });
  const judgement = judgeOutcome(lastTurn);
  // The step went back to the tab's blank page and returned from it, because no other page comes before this one.
  if (ctx.run.stage === RETURN_STAGE) return fail('There is no page to go back to');
  const { url, title } = ctx.view.observation;
  if (
    step.way === 'back' &&
    judgement.kind === 'ok' &&
    url === BLANK_PAGE_URL &&
    ctx.run.startUrl !== BLANK_PAGE_URL
  )
    return act(RETURN_STAGE, { intent: 'forward' });
  const pageName = clip(title || url, 80);
  if (judgement.kind === 'ok')
    return done(
      {
        back: `went back to “${pageName}”`,
        forward: `went forward to “${pageName}”`,
        reload: 'reloaded the page',
      }[step.way],
    );
  if (step.way === 'reload' && (judgement.kind === 'nothing' || judgement.kind === 'already'))
    return done('reloaded the page');
  return fail(
    step.way === 'reload' ? 'The page could not be reloaded' : `There is no page to go ${step.way} to`,
  );
}

export function openUrl(step: StepOf<'load'>, ctx: Context): Move {
  const lastTurn = ctx.recentActions.at(-1);
  if (!lastTurn) return act('load', { intent: 'load', url: step.url });
  const judgement = judgeOutcome(lastTurn);
  if (judgement.kind === 'ok' || judgement.kind === 'already') return done(`opened ${step.url}`);
  return fail(`I could not open ${step.url}${'detail' in judgement ? `: ${judgement.detail}` : ''}`);
}

/** Waits until the time is up, or the page has changed and settled, whichever comes first. */
export function waitOnPage(step: StepOf<'wait'>, ctx: Context): Move {
  const lastTurn = ctx.recentActions.at(-1);
  if (!lastTurn) return act('wait', { intent: 'wait', ms: step.ms });
  if (lastTurn.outcome.status === 'failed') return fail(`I waited, but ${lastTurn.outcome.detail}`);
  const seconds = Math.round(step.ms / 100) / 10;
  return done(
    lastTurn.outcome.status === 'done'
      ? 'waited until the page had changed'
      : `waited ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  );
}

/** Key combinations that only select or copy text, or move the caret. They do not change the page. */
const KEYS_WITHOUT_PAGE_CHANGE =
  /^(?:(?:Control|Meta)\+[ac]|(?:(?:Control|Shift|Meta)\+)*(?:Arrow\w+|Home|End))$/iu;
/** Key combinations that need a focused field. */
const FIELD_SHORTCUT = /^(?:Control|Meta)\+[acvxyz]$/iu;

export function pressKey(step: StepOf<'press'>, ctx: Context): Move {
  const { run, view, memory } = ctx;
  const lastTurn = ctx.recentActions.at(-1);
  if (lastTurn) {
    const judgement = judgeOutcome(lastTurn, { allowFocus: true });
    if (judgement.kind === 'ok') return done(`pressed ${step.key}${judgement.extra}`);
    if (judgement.kind === 'covered') return uncoverElement(ctx, judgement.detail);
    if (judgement.kind === 'nothing' && KEYS_WITHOUT_PAGE_CHANGE.test(step.key))
      return done(`pressed ${step.key}, but I saw no change`);
    return fail(`I pressed ${step.key}, but ${'detail' in judgement ? judgement.detail : 'I saw no change'}`);
  }
  // "press delete" more likely means a button with that name than the key.
  if (step.name) {
    const grounding = ground({ target: createTarget(step.name), scoreSuitability: scoreClickable }, view);
    const hit =
      grounding.kind === 'none' ? null : grounding.kind === 'one' ? grounding.hit : grounding.hits[0]!;
    if (hit && hit.score >= 0.95)
      return {
        kind: 'replace',
        steps: [{ ...run.spokenStep, step: { do: 'click', kind: 'click', target: createTarget(step.name) } }],
      };
  }
  if (step.target) {
    const grounding = ground(
      { target: step.target, scoreSuitability: (c) => (c.visible ? 1 : 0), asField: true },
      view,
    );
    if (grounding.kind !== 'one') return fail(formatNothingFound(step.target.text, [], 'anything called'));
    return act('press', { intent: 'press', key: step.key, uid: grounding.hit.candidate.uid });
  }
  const lastElement = memory.lastTarget ? view.byUid.get(memory.lastTarget.uid) : undefined;
  const field =
    lastElement && isField(lastElement)
      ? lastElement
      : view.candidates.find((c) => c.states.focused && c.interactive);
  const needsFocus =
    step.key === 'Enter' ||
    step.key.length === 1 ||
    step.key === 'Backspace' ||
    step.key === 'Delete' ||
    FIELD_SHORTCUT.test(step.key);
  return act(
    'press',
    field && needsFocus
      ? { intent: 'press', key: step.key, uid: field.uid }
      : { intent: 'press', key: step.key },
  );
}
