/** Judges what an action's outcome means for the step: done, try another way, or impossible. Pure. */
import type { Effect } from '../../../contract/index.js';
import type { ActTurn } from './types.js';

export type Judgement =
  | { kind: 'ok'; extra: string; effects: readonly Effect[] }
  | { kind: 'already' }
  | { kind: 'nothing' }
  | { kind: 'covered'; detail: string }
  /** The page changed during the action, so it must be observed again. */
  | { kind: 'stale'; detail: string }
  | { kind: 'failed'; detail: string };

const REAL = new Set<Effect['type']>([
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

/** Returns a phrase about dialogs, downloads and new tabs for the report. */
function extraOf(effects: readonly Effect[]): string {
  for (const e of effects) {
    if (e.type === 'download') return `, which downloaded “${e.file}”`;
    if (e.type === 'tab-opened') return ', which opened a new tab';
    if (e.type === 'dialog') return askedOf(e, effects);
  }
  return '';
}

/** Describes what the page asked and how that was answered. */
function askedOf(
  { dialog, message }: Extract<Effect, { type: 'dialog' }>,
  effects: readonly Effect[],
): string {
  if (dialog === 'alert') return `; the page said “${message}”`;
  const answer = effects.findLast((e) => e.type === 'dialog-answered')?.answer;
  const asked = message ? `“${message}”` : 'whether to leave it';
  if (answer === undefined) return `; the page then asked ${asked}`;
  if (dialog === 'prompt')
    return answer === 'accepted'
      ? `, and answered the page’s question ${asked}`
      : `; the page asked ${asked}, which I did not answer`;
  return answer === 'accepted'
    ? `, and said yes when the page asked ${asked}`
    : `; the page asked ${asked}, and I answered no`;
}

/** `href="#"`: only a "#" was added to the URL. */
const onlyHash = (e: Effect): boolean =>
  e.type === 'url' && e.to.replace(/#!?$/u, '') === e.from.replace(/#!?$/u, '');

/** Additional effects that count as success for some steps. */
export interface Counting {
  /** For fields, where moving the cursor there is enough. */
  focus?: boolean;
  /** For a plain "click X": a click on a link to "#" counts, and the report says that it leads nowhere. */
  deadLink?: boolean;
}

export function judgeOutcome(turn: ActTurn, counting: Counting = {}): Judgement {
  const { outcome } = turn;
  switch (outcome.status) {
    case 'done': {
      const crashed = outcome.effects.some((e) => e.type === 'crashed');
      if (crashed) return { kind: 'failed', detail: 'the page crashed and was opened again' };
      const bad = outcome.effects.find((e) => e.type === 'navigated' && e.status !== null && e.status >= 400);
      if (bad?.type === 'navigated')
        return { kind: 'failed', detail: `the server answered ${bad.status} for ${bad.url}` };
      const failed = outcome.effects.find((e) => e.type === 'navigated' && /^chrome-error:/u.test(e.url));
      if (failed) return { kind: 'failed', detail: 'the page could not be loaded' };
      // The requested change did not happen, whatever the page did instead.
      if (outcome.pageRefusal && turn.action.intent === 'change')
        return { kind: 'failed', detail: outcome.pageRefusal };
      const real = outcome.effects.filter(
        (e) => (REAL.has(e.type) && !onlyHash(e)) || (counting.focus && e.type === 'focus'),
      );
      const dead = outcome.effects.filter(onlyHash);
      if (!real.length && dead.length && counting.deadLink)
        return { kind: 'ok', extra: ', a link that leads nowhere', effects: dead };
      const but = outcome.pageRefusal ? `, but ${outcome.pageRefusal}` : '';
      return real.length
        ? { kind: 'ok', extra: extraOf(outcome.effects) + but, effects: real }
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

/** Whether the action led to another document or URL. */
export const hasChangedPage = (turn: ActTurn): boolean =>
  turn.outcome.status === 'done' &&
  turn.outcome.effects.some((e) => e.type === 'navigated' || (e.type === 'url' && !onlyHash(e)));
