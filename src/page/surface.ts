/**
 * The surface of one session: its tabs, dialogs and downloads, and the current page to observe and act on.
 * It owns every listener on the context and releases them when closed.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Dialog, Download, Frame, Page } from 'playwright';

import type {
  Candidate,
  DialogSeen,
  Effect,
  Observation,
  ObservationSpec,
  PageAct,
  Performed,
  Settle,
  Surface,
} from '../contract/index.js';
import { Problem } from '../contract/index.js';
import type { WirePulse } from './injected/wire.js';
import { ask } from './engine.js';
import { goTo } from './go-to.js';
import { guardOf, refusalSentence, withRefusal } from './egress/guard.js';
import { navigationProblem } from './navigation-errors.js';
import { look } from './observe.js';
import { perform } from './acts/perform.js';
import { createProbe } from './probe.js';
import { Activity, settle } from './settle.js';

const MOST_TABS = 20;
const REST_SAMPLE_MS = 100;
const OPEN_MS = 30_000;

interface Reading {
  pulse: WirePulse;
  at: number;
}

export interface Opened {
  status: number | null;
  settle: Settle;
}

export interface PageSurface extends Surface {
  /** Opens the start page. @throws Problem `infra` when it cannot be shown, HTTP 5xx included */
  open(url: string, signal: AbortSignal): Promise<Opened>;
  /** One step back in history, for the instructor; false when there is nowhere to go. */
  back(signal: AbortSignal): Promise<boolean>;
}

export interface SurfaceOptions {
  /** Where downloads are saved; without it they are noticed and dropped. */
  downloads?: string;
  /** Files, and folders with all that is in them, that may be given to pages. Without it none may. */
  uploads?: readonly string[];
  /** A tab to begin in. The context then has an owner, who closes it and its tabs. */
  page?: Page;
  /** In a context with an owner: which new tabs belong to this session. */
  owns?(page: Page): Promise<boolean>;
}

export async function createSurface(
  context: BrowserContext,
  options: SurfaceOptions = {},
): Promise<PageSurface> {
  const tabs: Page[] = [];
  const sessions = new Map<Page, CDPSession>();
  let active: Page = options.page ?? (await context.newPage());
  const guard = guardOf(context);
  let nextTab = 1;
  const tabIds = new Map<Page, number>();
  const effects: Effect[] = [];
  const dialogs: DialogSeen[] = [];
  const clipboard = { text: '' };
  let seen = new Map<string, { candidate: Candidate; frame: Frame }>();
  let looks = 0;
  /** The first reading since the last act. */
  let restStart: Reading | null = null;

  const tabId = (page: Page): number => tabIds.get(page) ?? 0;

  const onDialog = (dialog: Dialog): void => {
    // Unattended, a dialog is dismissed: nothing is agreed to that nobody read.
    dialogs.push({ type: dialog.type(), message: dialog.message(), answer: 'dismissed' });
    effects.push({ type: 'dialog', dialog: dialog.type(), message: dialog.message() });
    void dialog.dismiss().catch(() => undefined);
  };
  const onDownload = (download: Download): void => {
    const file = download.suggestedFilename();
    effects.push({ type: 'download', file });
    // The name comes from the page: only its last part may choose a file, inside our own folder.
    const safe =
      file
        .replace(/[^\w.-]+/g, '_')
        .replace(/^\.+/, '_')
        .slice(-120) || 'download';
    const saved = options.downloads ? download.saveAs(join(options.downloads, safe)) : download.cancel();
    void saved.catch(() => undefined);
  };
  const onClose = (page: Page): void => {
    const at = tabs.indexOf(page);
    if (at >= 0) tabs.splice(at, 1);
    sessions.delete(page);
    if (page === active && tabs.length > 0) {
      active = tabs[Math.max(0, at - 1)]!;
      effects.push({ type: 'tab-closed', closed: tabId(page), now: tabId(active) });
    }
  };
  const adopt = (page: Page): void => {
    tabs.push(page);
    tabIds.set(page, nextTab++);
    page.on('dialog', onDialog);
    page.on('download', onDownload);
    page.on('close', onClose);
  };
  const onPage = (page: Page): void => {
    if (tabs.includes(page)) return;
    if (tabs.length >= MOST_TABS) {
      void page.close().catch(() => undefined);
      return;
    }
    adopt(page);
    active = page;
    effects.push({ type: 'tab', opened: tabId(page), url: page.url() });
  };
  const { owns } = options;
  const onAnyPage = (page: Page): void => {
    if (owns) void owns(page).then((mine) => (mine ? onPage(page) : undefined));
    else onPage(page);
  };
  adopt(active);
  context.on('page', onAnyPage);

  const cdpOf = async (page: Page): Promise<CDPSession> => {
    let session = sessions.get(page);
    if (!session) sessions.set(page, (session = await context.newCDPSession(page)));
    return session;
  };

  const readPulse = async (): Promise<Reading | null> => {
    const pulse = await ask<WirePulse>(active.mainFrame(), 'pulse', 2_000).catch(() => null);
    return pulse ? { pulse, at: performance.now() } : null;
  };

  /** What was stopped half-way would go on loading, and hold up whatever comes next. */
  const stopLoading = async (): Promise<void> => {
    await (await cdpOf(active)).send('Page.stopLoading').catch(() => undefined);
  };

  const assertOpen = (): void => {
    if (tabs.length === 0 || active.isClosed())
      throw new Problem(
        'infra',
        'The browser window was closed.',
        'Start again; what was done so far is in the demonstration.',
      );
  };

  /**
   * How many mutations a millisecond the page makes by itself: from the first reading after the last act to
   * now. A shorter while than `REST_SAMPLE_MS` would miss what ticks slowly, so it is waited out.
   */
  const sampleRest = async (): Promise<number> => {
    const first = restStart ?? (await readPulse());
    if (!first) return 0;
    const missing = REST_SAMPLE_MS - (performance.now() - first.at);
    if (missing > 0) await pause(missing);
    const now = await readPulse();
    if (!now || now.pulse.born !== first.pulse.born) return 0;
    return (now.pulse.mutations - first.pulse.mutations) / (now.at - first.at);
  };

  const observe = async (
    spec: ObservationSpec,
    signal: AbortSignal,
    takeDialogs = true,
  ): Promise<Observation> => {
    signal.throwIfAborted();
    assertOpen();
    restStart ??= await readPulse();
    let taken;
    try {
      taken = await look(active, await cdpOf(active), { spec, number: ++looks, peek: !takeDialogs });
    } catch (error) {
      assertOpen();
      signal.throwIfAborted();
      throw new Problem(
        'infra',
        `The page at ${active.url()} cannot be read: it does not answer.`,
        'It may be busy or have crashed; try again, or start at another page.',
        { cause: error },
      );
    }
    seen = new Map();
    for (const candidate of taken.observation.candidates) {
      const frame = taken.frames.get(candidate.uid);
      if (frame) seen.set(candidate.uid, { candidate, frame });
    }
    return {
      ...taken.observation,
      dialogs: takeDialogs ? dialogs.splice(0) : [...dialogs],
      dialog: null,
      incidents: takeDialogs ? (guard?.takeRefused() ?? []) : [],
      tabs: tabs.map((page) => ({ id: tabId(page), url: page.url(), active: page === active })),
    };
  };

  return {
    observe: (spec, signal) => observe(spec, signal),
    async perform(act: PageAct, signal: AbortSignal): Promise<Performed> {
      assertOpen();
      const uid = act.intent === 'load' ? undefined : (act as { uid?: string }).uid;
      const target = uid === undefined ? null : (seen.get(uid) ?? null);
      if (uid !== undefined && !target)
        return {
          outcome: {
            status: 'failed',
            reason: 'vanished',
            detail: 'that element was not on the page when it was last read',
          },
          element: null,
          mouse: null,
        };
      const restlessness = await sampleRest();
      effects.length = 0;
      const page = active;
      const began = performance.now();
      const performed = await perform(act, {
        page,
        target,
        sideEffects: { take: () => effects.splice(0) },
        restlessness,
        signal,
        find: (wanted) => seen.get(wanted) ?? null,
        clipboard,
        uploads: { allowed: options.uploads ?? [] },
      });
      if (signal.aborted) await stopLoading();
      else if (active !== page && !active.isClosed()) await restOf(active, signal);
      restStart = null;
      const refused = guard?.refusedNavigation(page, began) ?? null;
      return { ...performed, outcome: withRefusal(performed.outcome, refused) };
    },
    async open(url, signal) {
      assertOpen();
      guard?.admit(url);
      const began = performance.now();
      const activity = new Activity(active);
      try {
        const response = await goTo(active, url, { timeout: OPEN_MS, signal });
        const rest = await settle(active, activity, signal);
        const status = response?.status() ?? null;
        if (status !== null && status >= 500)
          throw new Problem(
            'infra',
            `${url} answers with HTTP ${status}.`,
            'Look at the server’s own log, or try again later.',
          );
        return { status, settle: rest };
      } catch (error) {
        if (error instanceof Problem) throw error;
        if (signal.aborted) await stopLoading();
        signal.throwIfAborted();
        const refused = guard?.refusedNavigation(active, began);
        if (refused)
          throw new Problem('guard', `${url} leads on, and ${refusalSentence(refused)}.`, refused.next, {
            cause: error,
          });
        const { what, next } = navigationProblem(error instanceof Error ? error.message : String(error));
        throw new Problem('infra', `${url} could not be opened: ${what}.`, next, { cause: error });
      } finally {
        activity.release();
      }
    },
    async back(signal) {
      assertOpen();
      const before = active.url();
      const activity = new Activity(active);
      try {
        await active.goBack({ waitUntil: 'commit', timeout: OPEN_MS, signal });
        await settle(active, activity, signal);
      } catch {
        signal.throwIfAborted();
      } finally {
        activity.release();
      }
      return active.url() !== before;
    },
    probe: createProbe(
      () => active,
      cdpOf,
      // A check looks on the side: what a dialog said is kept for the navigator.
      (signal) => observe({}, signal, false),
    ),
    async close() {
      context.off('page', onAnyPage);
      for (const page of tabs) {
        page.off('dialog', onDialog);
        page.off('download', onDownload);
        page.off('close', onClose);
        // A `beforeunload` question must not hold up the end.
        page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
      }
      if (!options.page) await context.close().catch(() => undefined);
    },
  };
}

/** A tab that an act opened gets a moment to load before it is looked at. */
async function restOf(page: Page, signal: AbortSignal): Promise<void> {
  const activity = new Activity(page);
  try {
    await page.waitForLoadState('domcontentloaded', { timeout: 8_000, signal }).catch(() => undefined);
    await settle(page, activity, signal);
  } finally {
    activity.release();
  }
}
