/** Judges an action's outcome for the step: success, no effect, or the reason for a failure. Pure. */
import type { Effect } from '../../../contract/index.js';
import type { PageActionTurn } from './types.js';

export type Judgement =
  /** `extra`: an addition to the report about side effects, such as “, which opened a new tab”. */
  | { kind: 'ok'; extra: string; effects: readonly Effect[] }
  | { kind: 'already' }
  | { kind: 'nothing' }
  | { kind: 'covered'; detail: string }
  /** The page changed during the action, so it must be observed again. */
  | { kind: 'stale'; detail: string }
  | { kind: 'failed'; detail: string };

const COUNTED_EFFECTS = new Set<Effect['type']>([
  'value',
  'state',
  'dom',
  'url',
  'navigated',
  'tab-opened',
  'tab-closed',
  'tab-switched',
  'clipboard',
  'dialog',
  'download',
]);

/** Returns a report phrase about a download, a new tab or a dialog; '' if there was none. */
function formatSideEffects(effects: readonly Effect[]): string {
  for (const e of effects) {
    if (e.type === 'download') return `, which downloaded “${e.file}”`;
    if (e.type === 'tab-opened') return ', which opened a new tab';
    if (e.type === 'dialog') return formatDialogEffect(e, effects);
  }
  return '';
}

/** Describes the dialog's question and how it was answered. */
function formatDialogEffect(
  { dialog, message }: Extract<Effect, { type: 'dialog' }>,
  effects: readonly Effect[],
): string {
  if (dialog === 'alert') return `; the page said “${message}”`;
  const answer = effects.findLast((e) => e.type === 'dialog-answered')?.answer;
  const question = message ? `“${message}”` : 'whether to leave it';
  if (answer === undefined) return `; the page then asked ${question}`;
  if (dialog === 'prompt')
    return answer === 'accepted'
      ? `, and answered the page’s question ${question}`
      : `; the page asked ${question}, which I did not answer`;
  return answer === 'accepted'
    ? `, and said yes when the page asked ${question}`
    : `; the page asked ${question}, and I answered no`;
}

/** Whether the effect only added a "#" to the URL, as a link with `href="#"` does. */
const addsOnlyHash = (e: Effect): boolean =>
  e.type === 'url' && e.to.replace(/#!?$/u, '') === e.from.replace(/#!?$/u, '');

/** Effects that count as success only for some steps. */
export interface ExtraSuccess {
  /** For fields: moving the focus there is enough. */
  allowFocus?: boolean;
  /** For a plain "click X": clicking a link to "#" succeeds, and the report says that it leads nowhere. */
  allowDeadLink?: boolean;
}

export function judgeOutcome(turn: PageActionTurn, extraSuccess: ExtraSuccess = {}): Judgement {
  const { outcome } = turn;
  switch (outcome.status) {
    case 'done': {
      const hasCrashed = outcome.effects.some((e) => e.type === 'crashed');
      if (hasCrashed) return { kind: 'failed', detail: 'the page crashed and was opened again' };
      const errorResponse = outcome.effects.find(
        (e) => e.type === 'navigated' && e.status !== null && e.status >= 400,
      );
      if (errorResponse?.type === 'navigated')
        return {
          kind: 'failed',
          detail: `the server answered ${errorResponse.status} for ${errorResponse.url}`,
        };
      const loadFailure = outcome.effects.find(
        (e) => e.type === 'navigated' && /^chrome-error:/u.test(e.url),
      );
      if (loadFailure) return { kind: 'failed', detail: 'the page could not be loaded' };
      // The page refused the requested change, so its other effects do not count as success.
      if (outcome.pageRefusal && turn.action.intent === 'change')
        return { kind: 'failed', detail: outcome.pageRefusal };
      const countedEffects = outcome.effects.filter(
        (e) =>
          (COUNTED_EFFECTS.has(e.type) && !addsOnlyHash(e)) ||
          (extraSuccess.allowFocus && e.type === 'focus'),
      );
      const hashOnlyEffects = outcome.effects.filter(addsOnlyHash);
      if (!countedEffects.length && hashOnlyEffects.length && extraSuccess.allowDeadLink)
        return { kind: 'ok', extra: ', a link that leads nowhere', effects: hashOnlyEffects };
      const refusalSuffix = outcome.pageRefusal ? `, but ${outcome.pageRefusal}` : '';
      return countedEffects.length
        ? { kind: 'ok', extra: formatSideEffects(outcome.effects) + refusalSuffix, effects: countedEffects }
        : { kind: 'nothing' };
    }
    case 'already':
      return { kind: 'already' };
    case 'no-effect':
      return outcome.pageRefusal ? { kind: 'failed', detail: outcome.pageRefusal } : { kind: 'nothing' };
    case 'failed':
      if (outcome.reason === 'covered') return { kind: 'covered', detail: outcome.detail };
      if (
        outcome.reason === 'dialog' ||
        outcome.reason === 'vanished' ||
        outcome.reason === 'changed' ||
        outcome.reason === 'timeout'
      )
        return { kind: 'stale', detail: outcome.detail };
      return { kind: 'failed', detail: outcome.detail };
  }
}

/** Whether the action led to another page or URL. */
export const hasChangedPage = (turn: PageActionTurn): boolean =>
  turn.outcome.status === 'done' &&
  turn.outcome.effects.some((e) => e.type === 'navigated' || (e.type === 'url' && !addsOnlyHash(e)));
