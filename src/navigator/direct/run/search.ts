/** Searches: with a field and Enter, a button, or a list that filters while typing. */
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createTarget } from '../language/target.js';
import { clip } from '../text.js';
import { judgeOutcome, hasChangedPage } from './judge-outcome.js';
import type { StepOf } from '../language/steps.js';
import { findSearchButton, findSearchField } from './search-field.js';
import { fillSearchForm, sendFilledForm } from './search-form.js';
import { findSearchPlace } from './search-place.js';
import { uncoverFirst, uncover } from './clear-obstruction.js';
import { act, rememberTarget, done as met, fail, type Context, type Move } from './types.js';

const PLACED = 'search:query';
const FIELD = 'search:field';
const OPENER = 'search:opener';

/** If the query ends with a place on the page, searches there. */
function placeOnce(whole: string | null, { run, view }: Context): void {
  const placed = whole === null ? null : findSearchPlace(whole, view);
  if (!placed) return;
  run.givenValues.set(PLACED, placed.query);
  if (placed.field) run.givenValues.set(FIELD, placed.field.uid);
  if (placed.opener) run.givenValues.set(OPENER, placed.opener.uid);
}

export function search(step: StepOf<'search'>, ctx: Context): Move {
  const { run, view } = ctx;
  const whole = step.query ?? run.givenValues.get('query') ?? null;
  const quoted = whole !== null && /["“”'‘]/u.test(run.spoken.clause.raw);
  if (ctx.last.length === 0 || run.stage === 'reveal') {
    const within = step.within?.text.replace(/^the /iu, '') ?? '';
    placeOnce(whole === null ? null : within ? `${whole} in the ${within}` : quoted ? null : whole, ctx);
    if (/ (?:tab|panel|pane|dialog|window)$/iu.test(within) && !run.givenValues.has(PLACED))
      return fail(`I can't find “${clip(within, 60)}” here to search in`);
  }
  const query = run.givenValues.get(PLACED) ?? whole;
  if (query === null || (query === '' && step.query === null)) {
    const filled = run.decisionCount <= 1 ? sendFilledForm(ctx) : null;
    if (filled) return filled;
    run.askedFor = 'query';
    return { kind: 'ask', text: 'What should I search for?', pending: { kind: 'value', field: 'query' } };
  }
  if (ctx.last.length && run.stage !== 'reveal' && run.stage !== 'uncover') return searched(query, ctx);
  const opener = view.byUid.get(run.givenValues.get(OPENER) ?? '');
  if (opener && !run.revealedUids.has(opener.uid)) {
    run.revealedUids.add(opener.uid);
    return act('reveal', { intent: 'click', uid: opener.uid });
  }
  const field = view.byUid.get(run.givenValues.get(FIELD) ?? '') ?? findSearchField(ctx);
  if (field && query === '' && (field.value ?? '') === '')
    return met(`found ${describe(field)} empty already`);
  const first = field ? uncoverFirst(ctx, field) : null;
  if (first) return first;
  if (field) {
    rememberTarget(ctx, field, describe(field), getName(field));
    run.expectedValues.set(field.uid, { value: query, description: describe(field) });
    ctx.memory.value = query;
    run.pageBefore = shown(ctx);
    return act(
      'search',
      { intent: 'textInput', uid: field.uid, text: query },
      { intent: 'press', key: 'Enter', uid: field.uid },
    );
  }
  const form = run.revealedUids.size === 0 ? fillSearchForm(query, ctx) : null;
  if (form) return form;
  // A box that only opens the real search field (a command palette) does not accept text.
  const shut = view.candidates.find(
    (c) => c.visible && isSearchField(c) && c.states.readonly && !run.revealedUids.has(c.uid),
  );
  if (shut && run.revealedUids.size < 2) {
    run.revealedUids.add(shut.uid);
    return act('reveal', { intent: 'click', uid: shut.uid });
  }
  const button = ground(
    {
      target: createTarget('search'),
      scoreSuitability: (c) => (isField(c) ? 0 : scoreClickable(c)),
      triedUids: run.revealedUids,
    },
    view,
  );
  if (button.kind !== 'none' && run.revealedUids.size < 2) {
    const c = button.kind === 'one' ? button.hit.candidate : button.hits[0]!.candidate;
    run.revealedUids.add(c.uid);
    return act('reveal', { intent: 'click', uid: c.uid });
  }
  return fail('There is no search field on this page');
}

/** Returns the visible text, to notice that a list was filtered while typing. */
const shown = (ctx: Context): string =>
  `${ctx.view.observation.text.length} ${ctx.view.observation.text.map((b) => b.text).join('\n')}`;

function searched(query: string, ctx: Context): Move {
  const { run, view } = ctx;
  // "Search for lamps and open them": "them" means the results, not the field.
  const done = (did: string): Move => {
    ctx.memory.target = { uid: '', name: query };
    return met(did);
  };
  const typed = ctx.last[0]!;
  const entered = ctx.last.at(-1)!;
  const judged = judgeOutcome(entered);
  const used = run.target ? view.byUid.get(run.target.uid) : undefined;
  // A field with another name ("table name...") may search less than was meant, so the report names it.
  const isOwn =
    !used || /search|find|look|query|keyword|\bq\b/iu.test(getName(used)) || hasChangedPage(entered);
  const did =
    query === ''
      ? 'cleared the search'
      : `searched for “${clip(query, 80)}”${isOwn ? '' : ` in ${run.target!.description}`}`;
  if (judged.kind === 'covered') return uncover(ctx, judged.detail);
  if (judged.kind === 'failed')
    return fail(`I tried to search for “${clip(query, 80)}”, but ${judged.detail}`);
  if (judged.kind === 'stale' && ++run.retries > 2)
    return fail(`I tried to search for “${clip(query, 80)}”, but ${judged.detail}`);
  if (judged.kind === 'stale') {
    run.stage = 'reveal';
    return search({ do: 'search', query, target: null }, { ...ctx, last: [] });
  }
  if (judged.kind === 'ok' && (entered.action.intent !== 'textInput' || hasChangedPage(entered))) {
    run.stage = hasChangedPage(entered) ? 'moved' : 'done';
    return done(did);
  }
  const live = typed.action.intent === 'textInput' && run.pageBefore !== '' && shown(ctx) !== run.pageBefore;
  const field = run.target ? view.byUid.get(run.target.uid) : undefined;
  if (run.stage === 'search') {
    const button = field ? findSearchButton(field, ctx) : null;
    if (button) return act('search-button', { intent: 'click', uid: button.uid });
  }
  if (query === '' && judgeOutcome(typed).kind === 'ok') return done(`cleared ${run.target!.description}`);
  if (live) return done(`typed “${clip(query, 80)}” into ${run.target!.description}, which changed the list`);
  return fail(
    `I typed “${clip(query, 80)}” into ${run.target?.description ?? 'the search field'} and pressed Enter, but I saw no change`,
  );
}
