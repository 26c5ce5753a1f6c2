/** Opens, closes and activates browser tabs. */
import type { Candidate, Observation } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isLink } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf, Target, TabReference } from '../language/steps.js';
import { agreement, clip, splitIdentifier } from '../text.js';
import { judgeOutcome } from './judge-outcome.js';
import { formatList, formatNothingFound } from './messages.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

type Tab = Observation['tabs'][number];

export function useTab(step: StepOf<'tab'>, ctx: Context): Move {
  const turn = ctx.last.at(-1);
  if (turn) return afterTab(step, ctx);
  return step.way === 'open' ? open(step, ctx) : goOrClose(step, ctx);
}

function open(step: Extract<StepOf<'tab'>, { way: 'open' }>, ctx: Context): Move {
  if (!step.target)
    return act('tab', { intent: 'tabcreate', ...(step.url === null ? {} : { url: step.url }) });
  const { view } = ctx;
  const suits = (c: Candidate): number => (isLink(c) ? scoreClickable(c) : scoreClickable(c) * 0.9);
  const found = ground({ target: step.target, scoreSuitability: suits }, view);
  const hit = found.kind === 'one' ? found.hit : found.kind === 'several' ? found.hits[0]! : null;
  if (!hit)
    return fail(
      formatNothingFound(
        step.target.text,
        found.kind === 'none' ? found.closest.map((s) => s.candidate) : [],
        'a link called',
      ),
    );
  const address = view.getUrl(hit.candidate);
  if (!address) return fail(`${describe(hit.candidate)} leads to no address that a new tab could show`);
  rememberTarget(ctx, hit.candidate, describe(hit.candidate), getName(hit.candidate));
  return act('tab', { intent: 'tabcreate', url: address });
}

/** Returns the tab that is meant, or why there is none. */
function pick(which: TabReference, tabs: readonly Tab[]): Tab | string {
  const at = tabs.findIndex((t) => t.active);
  if (typeof which !== 'string') {
    const chosen = which.nth > 0 ? tabs[which.nth - 1] : tabs.at(which.nth);
    return chosen ?? `There ${tabs.length === 1 ? 'is only one tab' : `are only ${tabs.length} tabs`} open`;
  }
  if (which === 'this') return tabs[at] ?? 'No tab is open';
  const others = tabs.filter((t) => !t.active);
  if (!others.length) return 'Only one tab is open';
  if (which === 'next') return tabs[(at + 1) % tabs.length]!;
  if (which === 'previous') return tabs.at(at - 1)!;
  if (which === 'other' && others.length > 1)
    return `There are ${others.length} other tabs: ${formatList(tabs.flatMap((t, i) => (t.active ? [] : [`tab ${i + 1} (${place(t)})`])))}. Tell me which one`;
  return others[0]!;
}

const place = ({ url }: Tab): string =>
  clip(url.replace(/^https?:\/\/(?:www\.)?/iu, '').replace(/\/$/u, ''), 50);

function goOrClose(step: Extract<StepOf<'tab'>, { way: 'close' | 'switch' }>, ctx: Context): Move {
  const { view, run } = ctx;
  const { tabs } = view.observation;
  const ofPage = step.which === 'others' || step.which === 'this' ? null : inPage(step.target, step.way, ctx);
  if (ofPage) return ofPage;
  const chosen = pick(step.which, tabs);
  if (typeof chosen === 'string') return fail(chosen);
  run.pageBefore = place(chosen);
  if (step.way === 'switch')
    return chosen.active
      ? done(`saw that ${place(chosen)} is the tab in front already`)
      : act('tab', { intent: 'tabswitch', tab: chosen.id });
  if (tabs.length === 1) return fail('This is the only open tab, so I did not close it');
  return act('tab', { intent: 'tabremove', tab: chosen.id });
}

/** Pages have tabs too: one with exactly that name, or at that position, takes precedence. */
function inPage(target: Target, way: 'close' | 'switch', ctx: Context): Move | null {
  const suits = (c: Candidate): number =>
    c.role === 'tab' && c.visible ? 1 : c.interactive ? 0.98 * scoreClickable(c) : 0;
  const found = ground({ target, scoreSuitability: suits }, ctx.view);
  const hit = found.kind === 'one' ? found.hit : null;
  const tabbed =
    hit && (hit.candidate.role === 'tab' || agreement(target.text, getName(hit.candidate)).score >= 0.95);
  if (!hit || !tabbed || hit.score < MIN_FULL_NAME_SCORE) return null;
  const step =
    way === 'close' ? ({ do: 'close', target } as const) : ({ do: 'click', how: 'open', target } as const);
  return { kind: 'replace', steps: [{ ...ctx.run.spoken, step }] };
}

function afterTab(step: StepOf<'tab'>, ctx: Context): Move {
  const { run, view } = ctx;
  const turn = ctx.last.at(-1)!;
  const judged = judgeOutcome(turn);
  if (judged.kind !== 'ok' && judged.kind !== 'already')
    return fail(`I could not ${step.way} the tab${'detail' in judged ? `: ${judged.detail}` : ''}`);
  if (step.way === 'close' && step.which === 'others' && view.observation.tabs.length > 1)
    return goOrClose(step, { ...ctx, last: [] });
  run.stage = 'moved';
  switch (step.way) {
    case 'switch':
      return done(`switched to the tab ${run.pageBefore}`);
    case 'close':
      return done(step.which === 'others' ? 'closed the other tabs' : `closed the tab ${run.pageBefore}`);
    case 'open':
      if (!step.target && step.url === null) return done('opened a new tab');
      return done(`opened ${step.url ?? run.target?.description ?? 'it'} in a new tab`);
  }
}

/** "the calendar tab", if the page has no such tab: a browser tab whose URL contains the word. */
export function useTabInstead(step: StepOf<'click'>, ctx: Context): Move | null {
  const { tabs } = ctx.view.observation;
  const reading = step.target.readings.find((r) => r.role === 'tab' && r.phrase !== '');
  if (!reading || tabs.length < 2) return null;
  const fits = tabs.filter((t) => agreement(reading.phrase, splitIdentifier(t.url)).coverage >= 0.9);
  const at = fits.length === 1 ? tabs.indexOf(fits[0]!) : -1;
  if (at < 0) return null;
  return {
    kind: 'replace',
    steps: [
      { ...ctx.run.spoken, step: { do: 'tab', way: 'switch', which: { nth: at + 1 }, target: step.target } },
    ],
  };
}
