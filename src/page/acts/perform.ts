/**
 * Performs one act: looks at the target again, acts through Playwright with a time limit, waits for the
 * page to settle, and says what came of it by comparing before and after. Nothing is called done that
 * had no effect.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from 'playwright';

import type {
  Candidate,
  Effect,
  ElementAct,
  ElementSnapshot,
  Outcome,
  PageAct,
  Performed,
} from '../../contract/index.js';
import type { WireProbe, WirePulse } from '../injected/wire.js';
import { ACT_MS, ActFailure, failureOf, isTimeout } from './act-failure.js';
import { change, fill } from './controls.js';
import { counts, dedupe, holdsAlready, pageEffects, stateEffects } from './effects.js';
import { ask, locate, question } from '../engine.js';
import { goTo } from '../go-to.js';
import { Activity, settle } from '../settle.js';

const PROBE_MS = 3_000;
const NAVIGATION_MS = 20_000;
/** A thing that covers the target for a moment (a toast, an animation) gets this long to go. */
const UNCOVER_MS = 400;

/** What the tab table and the listeners of the surface noticed since `mark()`. */
export interface SideEffects {
  /** Effects since the act began: tabs, dialogs, downloads. */
  take(): Effect[];
}

export interface ActContext {
  page: Page;
  /** The target as last observed, and its frame; null for acts on the page as a whole. */
  target: { candidate: Candidate; frame: Frame } | null;
  sideEffects: SideEffects;
  /** Mutations per millisecond that the page makes by itself. */
  restlessness: number;
  signal: AbortSignal;
}

async function probeTarget(frame: Frame, uid: string): Promise<WireProbe | null> {
  try {
    return await ask<WireProbe | null>(frame, question('probe', uid), PROBE_MS);
  } catch {
    return null;
  }
}

function title(candidate: Candidate): string {
  const name = candidate.name || candidate.text;
  const kind = candidate.role === 'generic' ? candidate.tag : candidate.role;
  return name ? `the ${kind} “${name.slice(0, 60)}”` : `the ${kind}`;
}

/** The target must still be what was observed: in the page, same role and name, enabled. */
async function recheck({ candidate, frame }: NonNullable<ActContext['target']>): Promise<WireProbe> {
  const probe = await probeTarget(frame, candidate.uid);
  if (!probe) throw new ActFailure('vanished', `${title(candidate)} is no longer on the page`);
  const standsIn = candidate.tag === 'label';
  if (!standsIn && probe.role !== candidate.role)
    throw new ActFailure('changed', `${title(candidate)} has become a ${probe.role}`);
  if (!standsIn && probe.name !== candidate.name)
    throw new ActFailure('changed', `${title(candidate)} is now called “${probe.name.slice(0, 60)}”`);
  if (probe.states.disabled || candidate.states.disabled)
    throw new ActFailure('disabled', `${title(candidate)} is disabled`);
  return probe;
}

/** Brings the target into view and makes sure that a click would arrive. */
async function uncover(target: NonNullable<ActContext['target']>): Promise<WireProbe> {
  const { candidate, frame } = target;
  await locate(frame, candidate.uid)
    .scrollIntoViewIfNeeded({ timeout: 2_000 })
    .catch(() => undefined);
  const until = performance.now() + UNCOVER_MS;
  for (;;) {
    const probe = await recheck(target);
    if (!probe.coveredBy) return probe;
    if (performance.now() > until)
      throw new ActFailure('covered', `${title(candidate)} is covered by ${probe.coveredBy}`);
    await pause(60);
  }
}

/** Everything that comes before the act itself: the target is looked at again and, for the pointer, brought into view. */
async function prepare(act: ElementAct, target: NonNullable<ActContext['target']>): Promise<WireProbe> {
  const { options, states } = target.candidate;
  const pointed =
    act.intent === 'click' ||
    act.intent === 'hover' ||
    (act.intent === 'change' && !options && !states.editable);
  return pointed ? uncover(target) : recheck(target);
}

async function actOnElement(
  act: ElementAct,
  target: NonNullable<ActContext['target']>,
  probe: WireProbe,
): Promise<void> {
  const { candidate, frame } = target;
  const locator = locate(frame, candidate.uid);
  switch (act.intent) {
    case 'click':
      return locator.click({ timeout: ACT_MS, noWaitAfter: true });
    case 'hover':
      return locator.hover({ timeout: ACT_MS });
    case 'textInput':
      return fill(locator, probe, act.text, title(candidate));
    case 'change':
      return change(locator, probe, candidate, act.value, title(candidate));
    case 'submit': {
      const submitted = await locator.evaluate(
        (element) => {
          const form = element instanceof HTMLFormElement ? element : element.closest('form');
          if (form) form.requestSubmit();
          return form !== null;
        },
        undefined,
        { timeout: ACT_MS },
      );
      if (!submitted) await locator.press('Enter', { timeout: ACT_MS, noWaitAfter: true });
      return;
    }
    case 'press':
      return locator.press(act.key, { timeout: ACT_MS, noWaitAfter: true });
    default:
      throw new ActFailure('refused', `${act.intent} is not possible yet`);
  }
}

async function actOnPage(act: PageAct, page: Page, signal: AbortSignal): Promise<void> {
  const options = { waitUntil: 'commit' as const, timeout: NAVIGATION_MS, signal };
  switch (act.intent) {
    case 'load':
      await goTo(page, act.url, options);
      return;
    case 'back':
      await page.goBack(options);
      return;
    case 'forward':
      await page.goForward(options);
      return;
    case 'reload':
      await page.reload(options);
      return;
    case 'scroll':
      await ask(page.mainFrame(), question('scroll', Math.round(act.x), Math.round(act.y)), PROBE_MS);
      return;
    default:
      await page.keyboard.press((act as { key: string }).key);
  }
}

function snapshot(probe: WireProbe | null, uid: string): ElementSnapshot | null {
  if (!probe) return null;
  const { tagName, attributes, box, textContent, innerHTML, outerHTML, xpath } = probe;
  return {
    tagName,
    attributes: { ...attributes, 'data-webtasks-id': uid },
    box,
    textContent,
    innerHTML,
    outerHTML,
    xpath,
  };
}

/** How the page stands, with what moved in the target's own frame. */
async function pulseOf(page: Page, target: ActContext['target']): Promise<WirePulse | null> {
  const main = await ask<WirePulse>(page.mainFrame(), 'pulse', PROBE_MS).catch(() => null);
  if (!main || !target || target.frame === page.mainFrame()) return main;
  const inner = await ask<WirePulse>(target.frame, 'pulse', PROBE_MS).catch(() => null);
  return inner
    ? { ...main, mutations: main.mutations + inner.mutations, values: `${main.values} ${inner.values}` }
    : main;
}

/** Performs `act`; failures are outcomes, only programming errors are thrown. */
export async function perform(act: PageAct, context: ActContext): Promise<Performed> {
  const { page, target, signal } = context;
  const began = performance.now();
  const activity = new Activity(page);
  let probe: WireProbe | null = null;
  let mouse: Performed['mouse'] = null;
  /** Ran out of time, which does not say that nothing was done: the effects do. */
  let late: unknown = null;
  try {
    signal.throwIfAborted();
    if (target) probe = await prepare(act as ElementAct, target);
    const before = await pulseOf(page, target);
    if (target && probe) {
      await actOnElement(act as ElementAct, target, probe).catch((error: unknown) => {
        if (!isTimeout(error) || signal.aborted) throw error;
        late = error;
      });
      const { x, y, width, height } = probe.box;
      if (act.intent !== 'press' && act.intent !== 'submit')
        mouse = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    } else await actOnPage(act, page, signal);
    activity.acted();
    const rest = await settle(page, activity, signal, {
      frame: target?.frame,
      restlessness: context.restlessness,
    });
    const after = page.isClosed() ? null : await pulseOf(page, target);
    const later =
      target && after?.born === before?.born ? await probeTarget(target.frame, target.candidate.uid) : null;
    const effects = [
      ...stateEffects(probe, later),
      ...pageEffects(before, after, context.restlessness * (performance.now() - began), activity.status),
      ...(probe && later?.states.focused && !probe.states.focused ? [{ type: 'focus' } as const] : []),
      ...context.sideEffects.take(),
    ].filter((effect) => counts(act, effect, probe, act.intent === 'textInput' ? act.text : null));
    // Bringing the target into view and focusing it come before the act itself.
    if (late && effects.every((effect) => effect.type === 'scroll' || effect.type === 'focus')) throw late;
    const element = target ? snapshot(probe, target.candidate.uid) : null;
    const outcome: Outcome =
      effects.length > 0
        ? { status: 'done', effects: dedupe(effects) as [Effect, ...Effect[]], settle: rest }
        : holdsAlready(act, later)
          ? { status: 'already', detail: `it already was so` }
          : { status: 'no-effect', settle: rest };
    return { outcome, element, mouse };
  } catch (error) {
    const download = /Download is starting/.test(String(error));
    if (download) {
      const rest = await settle(page, activity, signal).catch(() => ({ reason: 'quiet' as const, ms: 0 }));
      const effects = context.sideEffects.take();
      if (effects.length)
        return {
          outcome: { status: 'done', effects: effects as [Effect, ...Effect[]], settle: rest },
          element: null,
          mouse: null,
        };
    }
    return {
      outcome: failureOf(error, act, signal),
      element: target ? snapshot(probe, target.candidate.uid) : null,
      mouse,
    };
  } finally {
    activity.release();
  }
}
