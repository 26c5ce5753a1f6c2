/** Opens, closes and activates browser tabs. */
import type { Candidate, Observation } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isLink } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf, Target, TabReference } from '../language/steps.js';
import { scoreAgreement, clip, splitIdentifier } from '../text.js';
import { judgeOutcome } from './judge-outcome.js';
import { formatList, formatNothingFound } from './messages.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

type Tab = Observation['tabs'][number];

export function useTab(step: StepOf<'tab'>, ctx: Context): Move {
  const lastAction = ctx.recentActions.at(-1);
  if (lastAction) return checkTabAction(step, ctx);
  return step.way === 'open' ? openTab(step, ctx) : switchOrClose(step, ctx);
}

function openTab(step: Extract<StepOf<'tab'>, { way: 'open' }>, ctx: Context): Move {
  if (!step.target)
    return act('tab', { intent: 'tabcreate', ...(step.url === null ? {} : { url: step.url }) });
  const { view } = ctx;
  const scoreSuitability = (c: Candidate): number =>
    isLink(c) ? scoreClickable(c) : scoreClickable(c) * 0.9;
  const grounding = ground({ target: step.target, scoreSuitability }, view);
  const hit =
    grounding.kind === 'one' ? grounding.hit : grounding.kind === 'several' ? grounding.hits[0]! : null;
  if (!hit)
    return fail(
      formatNothingFound(
        step.target.text,
        grounding.kind === 'none' ? grounding.closest.map((s) => s.candidate) : [],
        'a link called',
      ),
    );
  const url = view.getUrl(hit.candidate);
  if (!url) return fail(`${describe(hit.candidate)} has no address that I could open in a new tab`);
  rememberTarget(ctx, hit.candidate, describe(hit.candidate), getName(hit.candidate));
  return act('tab', { intent: 'tabcreate', url });
}

/** Returns the referenced tab, or a message that says why there is none. */
function pickTab(reference: TabReference, tabs: readonly Tab[]): Tab | string {
  const activeIndex = tabs.findIndex((t) => t.active);
  if (typeof reference !== 'string') {
    const tab = reference.nth > 0 ? tabs[reference.nth - 1] : tabs.at(reference.nth);
    return tab ?? `There ${tabs.length === 1 ? 'is only one tab' : `are only ${tabs.length} tabs`} open`;
  }
  if (reference === 'this') return tabs[activeIndex] ?? 'No tab is open';
  const otherTabs = tabs.filter((t) => !t.active);
  if (!otherTabs.length) return 'Only one tab is open';
  if (reference === 'next') return tabs[(activeIndex + 1) % tabs.length]!;
  if (reference === 'previous') return tabs.at(activeIndex - 1)!;
  if (reference === 'other' && otherTabs.length > 1)
    return `There are ${otherTabs.length} other tabs: ${formatList(tabs.flatMap((t, i) => (t.active ? [] : [`tab ${i + 1} (${formatTabUrl(t)})`])))}. Tell me which one`;
  return otherTabs[0]!;
}

const formatTabUrl = ({ url }: Tab): string =>
  clip(url.replace(/^https?:\/\/(?:www\.)?/iu, '').replace(/\/$/u, ''), 50);

function switchOrClose(step: Extract<StepOf<'tab'>, { way: 'close' | 'switch' }>, ctx: Context): Move {
  const { view, run } = ctx;
  const { tabs } = view.observation;
  const pageTabMove =
    step.which === 'others' || step.which === 'this' ? null : usePageTab(step.target, step.way, ctx);
  if (pageTabMove) return pageTabMove;
  const tab = pickTab(step.which, tabs);
  if (typeof tab === 'string') return fail(tab);
  run.handlerState = formatTabUrl(tab);
  if (step.way === 'switch')
    return tab.active
      ? done(`found the tab ${formatTabUrl(tab)} already active`)
      : act('tab', { intent: 'tabswitch', tab: tab.id });
  if (tabs.length === 1) return fail('This is the only open tab, so I did not close it');
  return act('tab', { intent: 'tabremove', tab: tab.id });
}

/**
 * Uses a tab inside the page if it has exactly that name or position. Such a tab takes precedence over browser tabs.
 */
function usePageTab(target: Target, way: 'close' | 'switch', ctx: Context): Move | null {
  const scoreSuitability = (c: Candidate): number =>
    c.role === 'tab' && c.visible ? 1 : c.interactive ? 0.98 * scoreClickable(c) : 0;
  const grounding = ground({ target, scoreSuitability }, ctx.view);
  const hit = grounding.kind === 'one' ? grounding.hit : null;
  const isTab =
    hit &&
    (hit.candidate.role === 'tab' || scoreAgreement(target.text, getName(hit.candidate)).score >= 0.95);
  if (!hit || !isTab || hit.score < MIN_FULL_NAME_SCORE) return null;
  const step =
    way === 'close' ? ({ do: 'close', target } as const) : ({ do: 'click', kind: 'open', target } as const);
  return { kind: 'replace', steps: [{ ...ctx.run.spokenStep, step }] };
}

function checkTabAction(step: StepOf<'tab'>, ctx: Context): Move {
  const { run, view } = ctx;
  const lastAction = ctx.recentActions.at(-1)!;
  const judgement = judgeOutcome(lastAction);
  if (judgement.kind !== 'ok' && judgement.kind !== 'already')
    return fail(`I could not ${step.way} the tab${'detail' in judgement ? `: ${judgement.detail}` : ''}`);
  if (step.way === 'close' && step.which === 'others' && view.observation.tabs.length > 1)
    return switchOrClose(step, { ...ctx, recentActions: [] });
  run.stage = 'moved';
  switch (step.way) {
    case 'switch':
      return done(`switched to the tab ${run.handlerState}`);
    case 'close':
      return done(step.which === 'others' ? 'closed the other tabs' : `closed the tab ${run.handlerState}`);
    case 'open':
      if (!step.target && step.url === null) return done('opened a new tab');
      return done(`opened ${step.url ?? run.target?.description ?? 'it'} in a new tab`);
  }
}

/**
 * For "the calendar tab", switches to the browser tab whose URL contains "calendar", if the page itself has no such
 * tab.
 */
export function switchToBrowserTab(step: StepOf<'click'>, ctx: Context): Move | null {
  const { tabs } = ctx.view.observation;
  const interpretation = step.target.interpretations.find((r) => r.role === 'tab' && r.phrase !== '');
  if (!interpretation || tabs.length < 2) return null;
  const matchingTabs = tabs.filter(
    (t) => scoreAgreement(interpretation.phrase, splitIdentifier(t.url)).coverage >= 0.9,
  );
  const tabIndex = matchingTabs.length === 1 ? tabs.indexOf(matchingTabs[0]!) : -1;
  if (tabIndex < 0) return null;
  return {
    kind: 'replace',
    steps: [
      {
        ...ctx.run.spokenStep,
        step: { do: 'tab', way: 'switch', which: { nth: tabIndex + 1 }, target: step.target },
      },
    ],
  };
}
