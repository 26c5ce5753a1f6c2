/** Chooses from a list: the named one or the only one with the value, native or custom. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import type { ScoredCandidate } from '../ground/score.js';
import { isField, isSelect, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { scoreAgreement, clip, toSentence } from '../text.js';
import { useFilter } from './filter-list.js';
import { findForm } from '../ground/form.js';
import { judgeOutcome } from './judge-outcome.js';
import { rememberMenuOpening } from './open-menu.js';
import { findOption, findTiedOptions } from '../ground/options.js';
import { findMismatch } from '../ground/control-values.js';
import { planSetAction } from './plan-set-action.js';
import { formatList } from './messages.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

type Choose = StepOf<'choose'>;

/** Finds the list control that a phrase names. */
export function findNamedList(from: Target, value: string, ctx: Context): ScoredCandidate | null {
  const suits = (c: Candidate): number =>
    isSelect(c) ? 1 : opensList(c) || c.role === 'listbox' || c.states.expanded !== undefined ? 0.97 : 0;
  const found = ground({ target: from, scoreSuitability: suits, asField: true }, ctx.view);
  if (found.kind === 'one') return found.hit;
  // Of several lists with the same name, uses the one with the value.
  const offering =
    found.kind === 'several'
      ? found.hits.filter((h) => isSelect(h.candidate) && findOption(h.candidate, value))
      : [];
  return offering.length === 1 ? offering[0]! : null;
}

/** Returns the native lists with the value, best match first. */
function listsOffering(value: string, ctx: Context): { c: Candidate; label: string; score: number }[] {
  return ctx.view.candidates
    .filter((c) => isSelect(c) && c.visible && !c.states.disabled)
    .map((c) => ({ c, option: findOption(c, value) }))
    .filter((x) => x.option !== null)
    .map(({ c, option }) => ({ c, label: option!.label, score: option!.score }))
    .sort((a, b) => b.score - a.score);
}

export function chooseInList(c: Candidate, phrase: string, ctx: Context): Move {
  const value = ctx.run.givenValues.get('option') ?? phrase;
  const tied = findTiedOptions(c, value);
  if (tied.length > 1 && !ctx.run.givenValues.has('option')) {
    ctx.run.askedValueKey = 'option';
    return {
      kind: 'ask',
      text: `${toSentence(`${describe(c)} offers ${formatList(tied.map((t) => `“${t}”`))}`)} Which one should I choose?`,
      openQuestion: { kind: 'value', field: 'option' },
    };
  }
  const setting = planSetAction(c, { value }, ctx.today);
  if (typeof setting === 'string') return fail(setting);
  rememberTarget(ctx, c, describe(c), getName(c));
  if (c.states.disabled) return fail(`${describe(c)} is disabled`);
  ctx.run.expectedValues.set(c.uid, { value: setting.expectedValue, description: describe(c) });
  return act('list', setting.action);
}

export function checkChoice(value: string, ctx: Context): Move {
  const { run } = ctx;
  const judged = judgeOutcome(ctx.recentActions.at(-1)!);
  const uid = run.target!.uid;
  const wrong =
    judged.kind === 'ok' || judged.kind === 'already'
      ? findMismatch(ctx.view, uid, run.expectedValues.get(uid)?.value ?? '')
      : null;
  if (wrong) return fail(wrong);
  const shown = run.expectedValues.get(uid)?.value ?? value;
  if (judged.kind === 'already')
    return done(`found “${clip(shown, 60)}” already chosen in ${run.target!.description}`);
  if (judged.kind === 'ok') return done(`chose “${clip(shown, 60)}” in ${run.target!.description}`);
  return fail(
    `I tried to choose “${clip(value, 60)}” in ${run.target!.description}, but ${'detail' in judged ? judged.detail : 'nothing happened'}`,
  );
}

/** Chooses from a native list, or opens a custom one. */
export function chooseFromNativeList(step: Choose, ctx: Context): Move | null {
  if (step.from && !step.from.pronoun) {
    const narrowed = step.from.text === 'filter' ? useFilter(step, ctx) : null;
    if (narrowed) return narrowed;
    const list = findNamedList(step.from, step.value, ctx);
    const box = step.from.text === 'filter' && !list ? filterField(ctx) : null;
    if (box && !onlyOffer(step.value, ctx, 0.95))
      return {
        kind: 'replace',
        steps: [
          {
            ...ctx.run.spokenStep,
            step: { do: 'set', target: createTarget(getName(box)), value: step.value, verb: 'type' },
          },
        ],
      };
    if (list && isSelect(list.candidate)) return chooseInList(list.candidate, step.value, ctx);
    const named_ = onlyOffer(step.value, ctx, 0.95);
    const generic =
      /^(?:the )?(?:(?:(?:scroll(?:ing|able)?|selection|multi-?select) )?(?:drop-?\s?down|list|select|options|menu)(?: (?:box|list|menu))?|sort|filter|(?:entries|rows|items|results|records|products|lines)(?: (?:per|a) page| at once)?)$/iu.test(
        step.from.text,
      );
    if (
      named_ &&
      (generic ||
        scoreAgreement(step.from.text, `${getName(named_)} ${named_.section} ${named_.document}`, true)
          .coverage >= 0.5)
    )
      return chooseInList(named_, step.value, ctx);
    if (list && list.candidate.states.expanded !== true && list.candidate.role !== 'listbox') {
      ctx.run.revealedUids.add(list.candidate.uid);
      rememberMenuOpening(ctx, list.candidate, 'menu');
      return act('reveal', { intent: 'click', uid: list.candidate.uid });
    }
    return null;
  }
  const offer = onlyOffer(step.value, ctx, 0.93);
  const group = /^(.+) (\S+)$/u.exec(step.value);
  const list = group && !offer ? findNamedList(createTarget(group[2]!), group[1]!, ctx) : null;
  if (list && isSelect(list.candidate) && findOption(list.candidate, group![1]!))
    return chooseInList(list.candidate, group![1]!, ctx);
  if (!offer) return null;
  const rival = ground(
    { target: step.target, scoreSuitability: (c) => (isSelect(c) ? 0 : scoreClickable(c)) },
    ctx.view,
  );
  const strength =
    rival.kind === 'one' ? rival.hit.score : rival.kind === 'several' ? rival.hits[0]!.score : 0;
  return strength < 0.95 ? chooseInList(offer, step.value, ctx) : null;
}

/** Finds a box that filters while typing. A box next to lists belongs to a form, where typing alone does nothing. */
const filterField = (ctx: Context): Candidate | null =>
  ctx.view.candidates.find((c) => {
    // A box in the navigation finds pages and does not filter a list.
    if (c.landmark === 'nav') return false;
    if (!c.visible || !isField(c) || !/\bfilter/iu.test(`${c.name} ${c.attributes.placeholder ?? ''}`))
      return false;
    const form = findForm(c, ctx.view);
    return !form || !ctx.view.candidates.some((o) => isSelect(o) && findForm(o, ctx.view)?.uid === form.uid);
  }) ?? null;

/** Returns the only list that has the value with at least this score. */
function onlyOffer(value: string, ctx: Context, atLeast: number): Candidate | null {
  const lists = listsOffering(value, ctx).filter((l) => l.score >= atLeast);
  const best = lists[0];
  return best && (lists.length === 1 || lists[1]!.score < best.score - 0.01) ? best.c : null;
}
