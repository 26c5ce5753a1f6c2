/** Searching: the field, Enter, the button, and lists that filter while one types. */
import { describe } from '../ground/describe.js';
import { clickable, ground } from '../ground/ground.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import { named } from '../language/target.js';
import { clip } from '../text.js';
import { uncover } from './uncover.js';
import { judge, movedPage } from './judge.js';
import type { StepOf } from '../language/steps.js';
import { searchButton, searchField } from './search-field.js';
import { searchForm } from './search-form.js';
import { act, aim, done as met, fail, type Context, type Move } from './types.js';

export function search(step: StepOf<'search'>, ctx: Context): Move {
  const { run, view } = ctx;
  const query = step.query ?? run.given.get('query') ?? null;
  if (query === null || (query === '' && step.query === null)) {
    run.asked = 'query';
    return { kind: 'ask', text: 'What should I search for?', pending: { kind: 'value', field: 'query' } };
  }
  if (ctx.last.length && run.stage !== 'reveal' && run.stage !== 'uncover') return searched(query, ctx);
  const field = searchField(ctx);
  if (field && query === '' && (field.value ?? '') === '')
    return met(`found ${describe(field)} empty already`);
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
  // A box that only opens the real one (a command palette) cannot be written to.
  const shut = view.candidates.find(
    (c) => c.visible && isSearchField(c) && c.states.readonly && !run.reveals.has(c.uid),
  );
  if (shut && run.reveals.size < 2) {
    run.reveals.add(shut.uid);
    return act('reveal', { intent: 'click', uid: shut.uid });
  }
  const opener = ground(
    { target: named('search'), suits: (c) => (isField(c) ? 0 : clickable(c)), not: run.reveals },
    view,
  );
  if (opener.kind !== 'none' && run.reveals.size < 2) {
    const c = opener.kind === 'one' ? opener.hit.candidate : opener.hits[0]!.candidate;
    run.reveals.add(c.uid);
    return act('reveal', { intent: 'click', uid: c.uid });
  }
  return fail('I see no search field on this page');
}

/** What can be read on the page, to notice that a list was filtered while typing. */
const shown = (ctx: Context): string =>
  `${ctx.view.observation.text.length} ${ctx.view.observation.text.map((b) => b.text).join('\n')}`;

function searched(query: string, ctx: Context): Move {
  const { run, view } = ctx;
  // "Search for lamps and open them": what was looked for is meant, not the field.
  const done = (did: string): Move => {
    ctx.memory.target = { uid: '', name: query };
    return met(did);
  };
  const typed = ctx.last[0]!;
  const entered = ctx.last.at(-1)!;
  const judged = judge(entered);
  const did = query === '' ? 'cleared the search' : `searched for “${clip(query, 80)}”`;
  if (judged.kind === 'covered') return uncover(ctx, judged.detail);
  if (judged.kind === 'failed')
    return fail(`I tried to search for “${clip(query, 80)}”, but ${judged.detail}`);
  if (judged.kind === 'stale' && ++run.retries > 2)
    return fail(`I tried to search for “${clip(query, 80)}”, but ${judged.detail}`);
  if (judged.kind === 'stale') {
    run.stage = 'reveal';
    return search({ do: 'search', query, target: null }, { ...ctx, last: [] });
  }
  if (judged.kind === 'ok' && (entered.act.intent !== 'textInput' || movedPage(entered))) {
    run.stage = movedPage(entered) ? 'moved' : 'done';
    return done(did);
  }
  const live = typed.act.intent === 'textInput' && run.before !== '' && shown(ctx) !== run.before;
  const field = run.target ? view.byUid.get(run.target.uid) : undefined;
  if (run.stage === 'search') {
    const button = field ? searchButton(field, ctx) : null;
    if (button) return act('search-button', { intent: 'click', uid: button.uid });
  }
  if (query === '' && judge(typed).kind === 'ok') return done(`cleared ${run.target!.said}`);
  if (live) return done(`typed “${clip(query, 80)}” into ${run.target!.said}, which changed the list`);
  return fail(
    `I typed “${clip(query, 80)}” into ${run.target?.said ?? 'the search field'} and pressed Enter, but nothing happened that I could see`,
  );
}
