/** Searches: with a field and Enter, a button, or a list that filters while typing. */
import { describe } from '../ground/describe.js';
import { clickable, ground } from '../ground/ground.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import { named } from '../language/target.js';
import { clip } from '../text.js';
import { judge, movedPage } from './judge.js';
import type { StepOf } from '../language/steps.js';
import { searchButton, searchField } from './search-field.js';
import { searchForm, sendFilled } from './search-form.js';
import { searchPlace } from './search-place.js';
import { clearFirst, uncover } from './uncover.js';
import { act, aim, done as met, fail, type Context, type Move } from './types.js';

const PLACED = 'search:query';
const FIELD = 'search:field';
const OPENER = 'search:opener';

/** If the query ends with a place on the page, searches there. */
function placeOnce(whole: string | null, { run, view }: Context): void {
  const placed = whole === null ? null : searchPlace(whole, view);
  if (!placed) return;
  run.given.set(PLACED, placed.query);
  if (placed.field) run.given.set(FIELD, placed.field.uid);
  if (placed.opener) run.given.set(OPENER, placed.opener.uid);
}

export function search(step: StepOf<'search'>, ctx: Context): Move {
  const { run, view } = ctx;
  const whole = step.query ?? run.given.get('query') ?? null;
  const quoted = whole !== null && /["“”'‘]/u.test(run.spoken.clause.raw);
  if (ctx.last.length === 0 || run.stage === 'reveal') {
    const within = step.within?.text.replace(/^the /iu, '') ?? '';
    placeOnce(whole === null ? null : within ? `${whole} in the ${within}` : quoted ? null : whole, ctx);
    if (/ (?:tab|panel|pane|dialog|window)$/iu.test(within) && !run.given.has(PLACED))
      return fail(`I can't find “${clip(within, 60)}” here to search in`);
  }
  const query = run.given.get(PLACED) ?? whole;
  if (query === null || (query === '' && step.query === null)) {
    const filled = run.moves <= 1 ? sendFilled(ctx) : null;
    if (filled) return filled;
    run.asked = 'query';
    return { kind: 'ask', text: 'What should I search for?', pending: { kind: 'value', field: 'query' } };
  }
  if (ctx.last.length && run.stage !== 'reveal' && run.stage !== 'uncover') return searched(query, ctx);
  const opener = view.byUid.get(run.given.get(OPENER) ?? '');
  if (opener && !run.reveals.has(opener.uid)) {
    run.reveals.add(opener.uid);
    return act('reveal', { intent: 'click', uid: opener.uid });
  }
  const field = view.byUid.get(run.given.get(FIELD) ?? '') ?? searchField(ctx);
  if (field && query === '' && (field.value ?? '') === '')
    return met(`found ${describe(field)} empty already`);
  const first = field ? clearFirst(ctx, field) : null;
  if (first) return first;
  if (field) {
    aim(ctx, field, describe(field), nameOf(field));
    run.wanted.set(field.uid, { value: query, said: describe(field) });
    ctx.memory.value = query;
    run.before = shown(ctx);
    return act(
      'search',
      { intent: 'textInput', uid: field.uid, text: query },
      { intent: 'press', key: 'Enter', uid: field.uid },
    );
  }
  const form = run.reveals.size === 0 ? searchForm(query, ctx) : null;
  if (form) return form;
  // A box that only opens the real search field (a command palette) does not accept text.
  const shut = view.candidates.find(
    (c) => c.visible && isSearchField(c) && c.states.readonly && !run.reveals.has(c.uid),
  );
  if (shut && run.reveals.size < 2) {
    run.reveals.add(shut.uid);
    return act('reveal', { intent: 'click', uid: shut.uid });
  }
  const button = ground(
    { target: named('search'), suits: (c) => (isField(c) ? 0 : clickable(c)), not: run.reveals },
    view,
  );
  if (button.kind !== 'none' && run.reveals.size < 2) {
    const c = button.kind === 'one' ? button.hit.candidate : button.hits[0]!.candidate;
    run.reveals.add(c.uid);
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
  const judged = judge(entered);
  const used = run.target ? view.byUid.get(run.target.uid) : undefined;
  // A field with another name ("table name...") may search less than was meant, so the report names it.
  const own = !used || /search|find|look|query|keyword|\bq\b/iu.test(nameOf(used)) || movedPage(entered);
  const did =
    query === ''
      ? 'cleared the search'
      : `searched for “${clip(query, 80)}”${own ? '' : ` in ${run.target!.said}`}`;
  if (judged.kind === 'covered') return uncover(ctx, judged.detail);
  if (judged.kind === 'failed')
    return fail(`I tried to search for “${clip(query, 80)}”, but ${judged.detail}`);
  if (judged.kind === 'stale' && ++run.retries > 2)
    return fail(`I tried to search for “${clip(query, 80)}”, but ${judged.detail}`);
  if (judged.kind === 'stale') {
    run.stage = 'reveal';
    return search({ do: 'search', query, target: null }, { ...ctx, last: [] });
  }
  if (judged.kind === 'ok' && (entered.action.intent !== 'textInput' || movedPage(entered))) {
    run.stage = movedPage(entered) ? 'moved' : 'done';
    return done(did);
  }
  const live = typed.action.intent === 'textInput' && run.before !== '' && shown(ctx) !== run.before;
  const field = run.target ? view.byUid.get(run.target.uid) : undefined;
  if (run.stage === 'search') {
    const button = field ? searchButton(field, ctx) : null;
    if (button) return act('search-button', { intent: 'click', uid: button.uid });
  }
  if (query === '' && judge(typed).kind === 'ok') return done(`cleared ${run.target!.said}`);
  if (live) return done(`typed “${clip(query, 80)}” into ${run.target!.said}, which changed the list`);
  return fail(
    `I typed “${clip(query, 80)}” into ${run.target?.said ?? 'the search field'} and pressed Enter, but I saw no change`,
  );
}
