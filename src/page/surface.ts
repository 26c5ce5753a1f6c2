/**
 * The surface of one session: its tabs, dialogs and downloads, and the current page to observe and act on.
 * It puts the parts together; each of them owns its listeners and releases them when the surface is closed.
 */
import type { BrowserContext, FileChooser, Frame, Page } from 'playwright';

import type { Candidate, Observation, ObservationSpec, Surface, Uid } from '../contract/index.js';
import { Acting, type Target } from './acting.js';
import { DialogDesk, type DialogPolicy } from './dialogs.js';
import { guardOf } from './egress/guard.js';
import { glimpse } from './glimpse.js';
import type { DownloadPolicy } from './download-policy.js';
import { DownloadDesk } from './downloads.js';
import { EffectLog, IncidentLog, leftOutOf } from './page-events.js';
import { LIMITS, type Limits } from './limits.js';
import { asLastSeen, lookPatiently } from './looking.js';
import { back, open, type Opened } from './opening.js';
import { activeTab, blockedBy, type Parts } from './parts.js';
import { capped } from './patience.js';
import { readCovered } from './observers/covered.js';
import { createProbe } from './probe.js';
import { Recovery } from './recover.js';
import { signInNotes } from './sign-in.js';
import { isTabAct, performTabAct } from './tab-acts.js';
import { Tabs } from './tabs.js';

export interface PageSurface extends Surface {
  /** Opens the start page. @throws Problem `infra` when it cannot be shown, HTTP 5xx included */
  open(url: string, signal: AbortSignal): Promise<Opened>;
  /** One step back in history, for the instructor; false when there is nowhere to go. */
  back(signal: AbortSignal): Promise<boolean>;
  /** Waits, for a while, until every download that has begun lies in its folder. */
  downloadsSettled(): Promise<void>;
}

export interface SurfaceOptions {
  /** Where downloads are saved; without it they are noticed and dropped. */
  downloads?: string;
  downloadPolicy?: Partial<DownloadPolicy>;
  /** `ask`: a JavaScript dialog stays open until an act answers it. `dismiss`: nobody is there to ask. */
  dialogs?: DialogPolicy;
  /** Where others report what befell the page, the egress guard for one; observations tell it. */
  incidents?: IncidentLog;
  limits?: Partial<Limits>;
  /** Files, and folders with all that is in them, that may be given to pages. Without it none may. */
  uploads?: readonly string[];
  /** A tab to begin in. The context then has an owner, who closes it and its tabs. */
  page?: Page;
  /** In a context with an owner: which new tabs belong to this session ... */
  owns?(page: Page): Promise<boolean>;
  /** ... and that one was made which does. */
  adopt?(page: Page): Promise<void>;
  /** Its owner uses the context further when this surface is closed. */
  staysOpen?: boolean | undefined;
}

/** No native file dialog appears while somebody listens; the control that opened it takes the files. */
function chooserNotes(incidents: IncidentLog, uploading: () => boolean): (page: Page) => () => void {
  const onChooser = (chooser: FileChooser): void => {
    if (!uploading()) incidents.note({ type: 'file-chooser', multiple: chooser.isMultiple() });
  };
  return (page) => {
    page.on('filechooser', onChooser);
    return () => void page.off('filechooser', onChooser);
  };
}

export async function createSurface(
  context: BrowserContext,
  options: SurfaceOptions = {},
): Promise<PageSurface> {
  const limits = { ...LIMITS, ...options.limits };
  const incidents = options.incidents ?? new IncidentLog();
  const effects = new EffectLog();
  const dialogs = new DialogDesk(options.dialogs ?? 'dismiss', effects);
  const downloads = new DownloadDesk(options.downloads, options.downloadPolicy ?? {}, effects, incidents);
  let uploading = false;
  const { owns, adopt } = options;
  const tabs = new Tabs(
    { context, ...(owns ? { owns } : {}), ...(adopt ? { adopt } : {}) },
    options.page ?? (await context.newPage()),
    limits.tabs,
    [
      (page) => dialogs.attach(page),
      (page) => downloads.attach(page),
      chooserNotes(incidents, () => uploading),
    ],
    (cdp) => downloads.watchSizes(cdp),
    effects,
    incidents,
  );
  const recovery = new Recovery(tabs, limits, effects, incidents);
  const onSignIn = signInNotes(incidents);
  // Who listens has Playwright keep the newest 10,000 requests and responses; there is no way to hear of the few that
  // matter here, those of navigations, alone.
  context.on('response', downloads.onResponse);
  context.on('response', onSignIn);
  const parts: Parts = { tabs, dialogs, downloads, incidents, effects, recovery, limits };

  let seen = new Map<string, Target>();
  let looks = 0;
  const guard = guardOf(context);
  const acting = new Acting(parts, {
    find: (uid) => seen.get(uid) ?? null,
    clipboard: { text: '' },
    uploads: { allowed: options.uploads ?? [] },
    guard,
  });

  const observe = async (
    spec: ObservationSpec,
    signal: AbortSignal,
    /** A check looks on the side: what befell the page is kept for the navigator. */
    aside = false,
  ): Promise<Observation> => {
    signal.throwIfAborted();
    const came = await lookPatiently(parts, { spec, peek: aside, nextNumber: () => ++looks }, signal);
    const told = {
      dialogs: aside ? dialogs.peek() : dialogs.take(),
      pageEvents: aside ? incidents.peek() : [...incidents.take(), ...(guard?.takeRefused() ?? [])],
      tabs: tabs.list(),
    };
    if ('blocked' in came) return { ...asLastSeen(came.tab, spec), ...told, dialog: came.blocked };
    const { tab, look } = came;
    seen = new Map();
    for (const candidate of look.observation.candidates) {
      const frame = look.frames.get(candidate.uid);
      if (frame) seen.set(candidate.uid, { candidate, frame });
    }
    // Said of each look that lacks something, since it is about this look.
    told.pageEvents.push(...leftOutOf(look));
    const observation = { ...look.observation, ...told, dialog: null };
    tab.seen = observation;
    return observation;
  };

  let glimpsing = false;
  const onGlimpse = (use: (candidates: Candidate[]) => void) => (page: Page) => {
    if (glimpsing) return;
    glimpsing = true;
    // What cannot be read now will be read by the look that follows.
    void glimpse(page)
      .then(use, () => undefined)
      .finally(() => (glimpsing = false));
  };

  return {
    onEarlySnapshot(use) {
      parts.onLull = use ? onGlimpse(use) : undefined;
    },
    observe: (spec, signal) => observe(spec, signal),
    async perform(act, signal) {
      activeTab(parts);
      if (isTabAct(act)) {
        return performTabAct(parts, act, () => acting.undisturbed(), signal);
      }
      uploading = act.intent === 'upload';
      try {
        return await acting.perform(act, signal);
      } finally {
        uploading = false;
      }
    },
    async covered(uids) {
      const frames = new Map<Frame, Uid[]>();
      for (const uid of uids) {
        const frame = seen.get(uid)?.frame;
        if (frame) frames.set(frame, [...(frames.get(frame) ?? []), uid]);
      }
      // Behind an open dialog the page tries nothing out.
      return (await blockedBy(parts, activeTab(parts))) ? new Map() : readCovered(frames);
    },
    open: (url, signal) => open(parts, guard, url, signal),
    back: (signal) => back(parts, signal),
    probe: createProbe(parts, (signal) => observe({}, signal, true)),
    downloadsSettled: () => downloads.settled(limits.downloads),
    async close() {
      recovery.release();
      tabs.stop();
      dialogs.close();
      await downloads.settled(limits.downloads);
      context.off('response', downloads.onResponse);
      context.off('response', onSignIn);
      // Until the end dialogs have to be answered: a `beforeunload` question would hold it up.
      if (options.staysOpen) tabs.release();
      else if (options.page) context.once('close', () => tabs.release());
      else {
        await capped(context.close(), limits.close);
        tabs.release();
      }
    },
  };
}
