/**
 * Searches by typing into the search field. Then presses Enter, clicks the search button, or sees that typing has
 * filtered the list.
 */
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createTarget } from '../language/target.js';
import { clip } from '../text.js';
import { judgeOutcome, hasChangedPage } from './judge-outcome.js';
import type { StepOf } from '../language/steps.js';
import { findSearchButton, findSearchField } from './search-field.js';
import { fillSearchForm, submitFilledForm } from './search-form.js';
import { findSearchPlace, type SearchPlace } from './search-place.js';
import { closeOfferFirst, uncoverElement } from './clear-obstruction.js';
import { StepVariable } from './step-variable.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

/** The place on the page that the query ended with, and the query without it. */
const placeVariable = new StepVariable<SearchPlace>();

/** An apostrophe within a word, as in "Anna's", is not a quotation mark. */
const QUOTATION_MARK = /["“”‘]|(?<![\p{L}\p{N}])'/u;

/** Remembers the place if the query ends with one, so that the search is done there. */
function rememberPlace(phrase: string | null, { run, view }: Context): void {
  const place = phrase === null ? null : findSearchPlace(phrase, view);
  if (place) placeVariable.set(run, place);
}

export function search(step: StepOf<'search'>, ctx: Context): Move {
  const { run, view } = ctx;
  const phrase = step.query ?? run.givenValues.get('query') ?? null;
  const isQuoted = phrase !== null && QUOTATION_MARK.test(run.spokenStep.clause.raw);
  if (ctx.recentActions.length === 0 || run.stage === 'reveal') {
    const within = step.within?.text.replace(/^the /iu, '') ?? '';
    rememberPlace(
      phrase === null ? null : within ? `${phrase} in the ${within}` : isQuoted ? null : phrase,
      ctx,
    );
    if (/ (?:tab|panel|pane|dialog|window)$/iu.test(within) && !placeVariable.has(run))
      return fail(`I can't find “${clip(within, 60)}” here, so I can't search in it`);
  }
  const query = placeVariable.get(run)?.query ?? phrase;
  if (query === null || (query === '' && step.query === null)) {
    const submitMove = run.decisionCount <= 1 ? submitFilledForm(ctx) : null;
    if (submitMove) return submitMove;
    run.askedValueKey = 'query';
    return {
      kind: 'ask',
      text: 'What should I search for?',
      openQuestion: { kind: 'value', field: 'query' },
    };
  }
  if (ctx.recentActions.length && run.stage !== 'reveal' && run.stage !== 'uncover')
    return reportSearch(query, ctx);
  const opener = view.byUid.get(placeVariable.get(run)?.opener?.uid ?? '');
  if (opener && !run.revealedUids.has(opener.uid)) {
    run.revealedUids.add(opener.uid);
    return act('reveal', { intent: 'click', uid: opener.uid });
  }
  const field = view.byUid.get(placeVariable.get(run)?.field?.uid ?? '') ?? findSearchField(ctx);
  if (field && query === '' && (field.value ?? '') === '')
    return done(`found ${describe(field)} empty already`);
  const uncoverMove = field ? closeOfferFirst(ctx, field) : null;
  if (uncoverMove) return uncoverMove;
  if (field) {
    rememberTarget(ctx, field, describe(field), getName(field));
    run.expectedValues.set(field.uid, { value: query, description: describe(field) });
    ctx.memory.lastValue = { text: query, isAnswer: false };
    run.handlerState = readPageText(ctx);
    return act(
      'search',
      { intent: 'textInput', uid: field.uid, text: query },
      { intent: 'press', key: 'Enter', uid: field.uid },
    );
  }
  const formMove = run.revealedUids.size === 0 ? fillSearchForm(query, ctx) : null;
  if (formMove) return formMove;
  // A read-only search field only opens the real one, for example a command palette.
  const readonlyField = view.candidates.find(
    (c) => c.visible && isSearchField(c) && c.states.readonly && !run.revealedUids.has(c.uid),
  );
  if (readonlyField && run.revealedUids.size < 2) {
    run.revealedUids.add(readonlyField.uid);
    return act('reveal', { intent: 'click', uid: readonlyField.uid });
  }
  const buttonGrounding = ground(
    {
      target: createTarget('search'),
      scoreSuitability: (c) => (isField(c) ? 0 : scoreClickable(c)),
      triedUids: run.revealedUids,
    },
    view,
  );
  if (buttonGrounding.kind !== 'none' && run.revealedUids.size < 2) {
    const c =
      buttonGrounding.kind === 'one' ? buttonGrounding.hit.candidate : buttonGrounding.hits[0]!.candidate;
    run.revealedUids.add(c.uid);
    return act('reveal', { intent: 'click', uid: c.uid });
  }
  return fail('There is no search field on this page');
}

/** Returns the visible text. A difference shows that a list was filtered while typing. */
const readPageText = (ctx: Context): string =>
  `${ctx.view.observation.text.length} ${ctx.view.observation.text.map((b) => b.text).join('\n')}`;

function reportSearch(query: string, ctx: Context): Move {
  const { run, view } = ctx;
  // In "search for lamps and open them", "them" means the results, not the field.
  const finish = (phrase: string): Move => {
    ctx.memory.lastTarget = { uid: '', name: query };
    return done(phrase);
  };
  const inputTurn = ctx.recentActions[0]!;
  const submitTurn = ctx.recentActions.at(-1)!;
  const judgement = judgeOutcome(submitTurn);
  const searchField = run.target ? view.byUid.get(run.target.uid) : undefined;
  // A field with a different name ("table name...") may search less than was meant, so the report names the field.
  const isSearchNamed =
    !searchField ||
    /search|find|look|query|keyword|\bq\b/iu.test(getName(searchField)) ||
    hasChangedPage(submitTurn);
  const donePhrase =
    query === ''
      ? 'cleared the search'
      : `searched for “${clip(query, 80)}”${isSearchNamed ? '' : ` in ${run.target!.description}`}`;
  if (judgement.kind === 'covered') return uncoverElement(ctx, judgement.detail);
  if (judgement.kind === 'failed')
    return fail(`I tried to search for “${clip(query, 80)}”, but ${judgement.detail}`);
  if (judgement.kind === 'stale' && ++run.retryCount > 2)
    return fail(`I tried to search for “${clip(query, 80)}”, but ${judgement.detail}`);
  if (judgement.kind === 'stale') {
    run.stage = 'reveal';
    return search({ do: 'search', query, target: null }, { ...ctx, recentActions: [] });
  }
  if (judgement.kind === 'ok' && (submitTurn.action.intent !== 'textInput' || hasChangedPage(submitTurn))) {
    run.stage = hasChangedPage(submitTurn) ? 'moved' : 'done';
    return finish(donePhrase);
  }
  const hasFilteredList =
    inputTurn.action.intent === 'textInput' &&
    run.handlerState !== '' &&
    readPageText(ctx) !== run.handlerState;
  const field = run.target ? view.byUid.get(run.target.uid) : undefined;
  if (run.stage === 'search') {
    const button = field ? findSearchButton(field, ctx) : null;
    if (button) return act('search-button', { intent: 'click', uid: button.uid });
  }
  if (query === '' && judgeOutcome(inputTurn).kind === 'ok')
    return finish(`cleared ${run.target!.description}`);
  if (hasFilteredList)
    return finish(`typed “${clip(query, 80)}” into ${run.target!.description}, which changed the list`);
  return fail(
    `I typed “${clip(query, 80)}” into ${run.target?.description ?? 'the search field'} and pressed Enter, but I saw no change`,
  );
}
