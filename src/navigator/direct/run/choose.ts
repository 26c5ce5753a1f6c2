/** Choosing an option and ticking a box: native lists, custom lists that open, choices, tabs, switches, buttons. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { nameless } from '../ground/all.js';
import { clickable, ground } from '../ground/ground.js';
import { STRONG, type Scored } from '../ground/score.js';
import { isField, isOption, isSelect, isTickable, opensList } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import type { Reading, Step, Target } from '../language/steps.js';
import { at, named, readPlace } from '../language/target.js';
import { agreement, clip, contentTokens, sentence } from '../text.js';
import { workOn } from './element.js';
import { formOf } from './form.js';
import { judge } from './judge.js';
import { menuNow, noteOpening, notInMenu, type Menu } from './menu.js';
import {
  disabledOption,
  mismatch,
  optionFor,
  optionIsOff,
  settable,
  settingFor,
  tiedOptions,
} from './set.js';
import { listed } from './speech.js';
import { act, aim, done, fail, type Context, type Move } from './types.js';
import { others, whichOption } from './which-option.js';

type Choose = Extract<Step, { do: 'choose' }>;

/** The list control that a phrase names. */
function listNamed(from: Target, value: string, ctx: Context): Scored | null {
  const suits = (c: Candidate): number =>
    isSelect(c) ? 1 : opensList(c) || c.role === 'listbox' || c.states.expanded !== undefined ? 0.97 : 0;
  const found = ground({ target: from, suits, asField: true }, ctx.view);
  if (found.kind === 'one') return found.hit;
  // Several lists of one name: the one that offers the value.
  const offering =
    found.kind === 'several'
      ? found.hits.filter((h) => isSelect(h.candidate) && optionFor(h.candidate, value))
      : [];
  return offering.length === 1 ? offering[0]! : null;
}

/** Native lists that offer the value, best first. */
function listsOffering(value: string, ctx: Context): { c: Candidate; label: string; score: number }[] {
  return ctx.view.candidates
    .filter((c) => isSelect(c) && c.visible && !c.states.disabled)
    .map((c) => ({ c, option: optionFor(c, value) }))
    .filter((x) => x.option !== null)
    .map(({ c, option }) => ({ c, label: option!.label, score: option!.score }))
    .sort((a, b) => b.score - a.score);
}

function changeList(c: Candidate, said: string, ctx: Context): Move {
  const value = ctx.run.given.get('option') ?? said;
  const tied = tiedOptions(c, value);
  if (tied.length > 1 && !ctx.run.given.has('option')) {
    ctx.run.asked = 'option';
    return {
      kind: 'ask',
      text: `${sentence(`${describe(c)} offers ${listed(tied.map((t) => `“${t}”`))}`)} Which one should I choose?`,
      pending: { kind: 'value', field: 'option' },
    };
  }
  const setting = settingFor(c, value, ctx.today);
  if (typeof setting === 'string') return fail(setting);
  aim(ctx, c, describe(c), nameOf(c));
  if (c.states.disabled) return fail(`${describe(c)} is disabled`);
  ctx.run.wanted.set(c.uid, { value: setting.shows, said: describe(c) });
  return act('list', setting.act);
}

function afterList(value: string, ctx: Context): Move {
  const { run } = ctx;
  const judged = judge(ctx.last.at(-1)!);
  const uid = run.target!.uid;
  const wrong =
    judged.kind === 'ok' || judged.kind === 'already'
      ? mismatch(ctx, uid, run.wanted.get(uid)?.value ?? '')
      : null;
  if (wrong) return fail(wrong);
  const shown = run.wanted.get(uid)?.value ?? value;
  if (judged.kind === 'already')
    return done(`found “${clip(shown, 60)}” already chosen in ${run.target!.said}`);
  if (judged.kind === 'ok') return done(`chose “${clip(shown, 60)}” in ${run.target!.said}`);
  return fail(
    `I tried to choose “${clip(value, 60)}” in ${run.target!.said}, but ${'detail' in judged ? judged.detail : 'nothing happened'}`,
  );
}

export async function choose(step: Choose, ctx: Context): Promise<Move> {
  const { run } = ctx;
  if (run.stage === 'list' && ctx.last.length) return afterList(step.value, ctx);
  const menu = menuNow(ctx);
  if (menu) return chooseByName(step, ctx, menu);
  const untouched = run.target === null && run.reveals.size === 0;
  if ((untouched || run.given.has('option')) && !run.picked) {
    const meant = step.target.not || others(step).length ? meantOption(step, ctx) : null;
    const list = meant ?? fromNative(step, ctx);
    if (list) return list;
  }
  return chooseByName(step, ctx);
}

function meantOption(step: Choose, ctx: Context): Move | null {
  const { not: _not, or: _or, ...plain } = step.target;
  const from =
    step.from && !step.from.pronoun ? step.from : nameless(plain) || !step.target.not ? null : plain;
  const list = from ? listNamed(from, step.value, ctx) : null;
  return step.from && !list ? null : whichOption(step, list?.candidate ?? null, ctx);
}

/** A native list, or one to be opened first. */
function fromNative(step: Choose, ctx: Context): Move | null {
  if (step.from && !step.from.pronoun) {
    const list = listNamed(step.from, step.value, ctx);
    const box = step.from.text === 'filter' && !list ? filterField(ctx) : null;
    if (box && !onlyOffer(step.value, ctx, 0.95))
      return {
        kind: 'replace',
        steps: [
          {
            ...ctx.run.spoken,
            step: { do: 'set', target: named(nameOf(box)), value: step.value, verb: 'type' },
          },
        ],
      };
    if (list && isSelect(list.candidate)) return changeList(list.candidate, step.value, ctx);
    const named_ = onlyOffer(step.value, ctx, 0.95);
    const generic =
      /^(?:the )?(?:drop-?\s?down|list|select|options|menu|sort|filter|(?:entries|rows|items|results|records|products|lines)(?: (?:per|a) page| at once)?)$/iu.test(
        step.from.text,
      );
    if (
      named_ &&
      (generic ||
        agreement(step.from.text, `${nameOf(named_)} ${named_.place} ${named_.document}`, true).coverage >=
          0.5)
    )
      return changeList(named_, step.value, ctx);
    if (list && list.candidate.states.expanded !== true && list.candidate.role !== 'listbox') {
      ctx.run.reveals.add(list.candidate.uid);
      noteOpening(ctx, list.candidate, 'menu');
      return act('reveal', { intent: 'click', uid: list.candidate.uid });
    }
    return null;
  }
  const offer = onlyOffer(step.value, ctx, 0.93);
  const group = /^(.+) (\S+)$/u.exec(step.value);
  const list = group && !offer ? listNamed(named(group[2]!), group[1]!, ctx) : null;
  if (list && isSelect(list.candidate) && optionFor(list.candidate, group![1]!))
    return changeList(list.candidate, group![1]!, ctx);
  if (!offer) return null;
  const rival = ground({ target: step.target, suits: (c) => (isSelect(c) ? 0 : clickable(c)) }, ctx.view);
  const strength =
    rival.kind === 'one' ? rival.hit.score : rival.kind === 'several' ? rival.hits[0]!.score : 0;
  return strength < 0.95 ? changeList(offer, step.value, ctx) : null;
}

/** A box that filters as one types. One with lists beside it is part of a form, where the words alone do nothing. */
const filterField = (ctx: Context): Candidate | null =>
  ctx.view.candidates.find((c) => {
    if (!c.visible || !isField(c) || !/\bfilter/iu.test(`${c.name} ${c.attributes.placeholder ?? ''}`))
      return false;
    const form = formOf(c, ctx.view);
    return !form || !ctx.view.candidates.some((o) => isSelect(o) && formOf(o, ctx.view)?.uid === form.uid);
  }) ?? null;

/** The only list that offers the value this surely. */
function onlyOffer(value: string, ctx: Context, atLeast: number): Candidate | null {
  const lists = listsOffering(value, ctx).filter((l) => l.score >= atLeast);
  const best = lists[0];
  return best && (lists.length === 1 || lists[1]!.score < best.score - 0.01) ? best.c : null;
}

/** Choices, options, tabs, entries and buttons by their names; only those of the menu that is open for it. */
function chooseByName(step: Choose, ctx: Context, menu: Menu | null = null): Promise<Move> {
  const from = step.from && !step.from.pronoun && !menu ? step.from : null;
  const arranging = from && /^(?:sort|filter)$/u.test(from.text);
  const { not } = step.target;
  const or = others(step);
  const value: Target = nameless(step.target)
    ? step.target
    : { ...named(step.value), ...(or.length ? { or } : {}), ...(not ? { not } : {}) };
  const placed =
    from && !arranging
      ? withReadings(
          at(value, readPlace('in', from.text)),
          step.target.readings.filter(
            (r) => r.place !== null || contentTokens(r.phrase).length > contentTokens(step.value).length,
          ),
        )
      : step.target;
  const target = arranging
    ? withReadings(value, [
        { phrase: `${from.text} by ${step.value}`, role: null, nth: null, place: null, prior: 1 },
      ])
    : placed;
  const fits = (c: Candidate): number =>
    isOption(c) || isTickable(c) ? 1 : isSelect(c) || isField(c) ? 0.7 : clickable(c) * 0.97;
  return workOn(
    {
      target: menu && step.from ? value : target,
      suits: (c) => (menu && !menu.parts.has(c.uid) ? 0 : fits(c)),
      acts: (c) =>
        isTickable(c) && c.states.checked !== undefined
          ? [{ intent: 'change', uid: c.uid, value: 'true' }]
          : [{ intent: 'click', uid: c.uid }],
      holds: (c) =>
        c.states.checked === true || (c.states.selected === true && c.role !== 'tab')
          ? `found “${clip(nameOf(c), 60)}” already chosen`
          : null,
      did: ({ name, said }, judged) =>
        `chose ${name ? `“${clip(name, 60)}”` : said}${judged.kind === 'ok' ? judged.extra : ''}`,
      verify: (c, t) => (isTickable(c.view.byUid.get(t.uid) ?? NONE) ? mismatch(c, t.uid, 'true') : null),
      kindSaid: 'a choice called',
      otherwise: (closest) =>
        menu
          ? notInMenu(menu, step.value, ctx)
          : (closest[0]?.score ?? 0) < STRONG
            ? offersInstead(step, ctx)
            : null,
    },
    ctx,
  );
}

const NONE = { role: '', tag: '', attributes: {}, states: {} } as unknown as Candidate;

const withReadings = (target: Target, more: readonly Reading[]): Target => ({
  ...target,
  readings: [target.readings[0], ...target.readings.slice(1), ...more],
});

/** The list is there and lacks the value: its offers are the useful thing to say. */
function offersInstead(step: Choose, ctx: Context): Move | null {
  const list = step.from ? listNamed(step.from, step.value, ctx) : null;
  const setting = list && isSelect(list.candidate) ? settingFor(list.candidate, step.value, ctx.today) : null;
  if (typeof setting === 'string') return fail(setting);
  // "choose Large in size" where size is a field to write into.
  if (step.from && !/^(?:sort|filter)$/u.test(step.from.text) && ctx.run.reveals.size === 0) {
    const field = ground(
      { target: step.from, suits: (c) => (isSelect(c) ? 0 : settable(c)), asField: true },
      ctx.view,
    );
    if (field.kind === 'one' && isField(field.hit.candidate) && field.hit.score >= STRONG)
      return {
        kind: 'replace',
        steps: [
          { ...ctx.run.spoken, step: { do: 'set', target: step.from, value: step.value, verb: 'enter' } },
        ],
      };
  }
  for (const c of step.from ? [] : ctx.view.candidates.filter((x) => isSelect(x) && x.visible)) {
    const off = disabledOption(c, step.value);
    if (off !== null) return fail(optionIsOff(c, off));
  }
  return null;
}
