/**
 * The page surface of one session: observes the active page, acts on it, and manages tabs, dialogs and downloads.
 * Tabs, dialogs and downloads remove their own listeners when the surface closes.
 */
import type { BrowserContext, FileChooser, Frame, Page } from 'playwright';

import type {
  Candidate,
  FoldedElement,
  Observation,
  ObservationSpec,
  Surface,
  Uid,
} from '../contract/index.js';
import { readDocument } from '../document/index.js';
import { ActionRunner } from './action-runner.js';
import type { ObservedElement } from './actions/context.js';
import { DialogHandler, type DialogPolicy } from './dialogs.js';
import { egressGuardOf } from './egress/guard.js';
import { readEarlySnapshot } from './early-snapshot.js';
import type { DownloadPolicy } from './download-policy.js';
import { DownloadManager } from './downloads.js';
import { EffectLog, PageEventLog, createOmittedContentEvents } from './page-events.js';
import { PAGE_LIMITS, type PageLimits } from './limits.js';
import { restoreLastObservation, observeTab } from './observe-tab.js';
import { goBack, openPage, type OpenedPage } from './open-page.js';
import { getActiveTab, findBlockingPage, type SurfaceParts } from './parts.js';
import { savePdf } from './pdf-viewer.js';
import { watchPendingNavigation } from './pending-navigation.js';
import { withTimeout } from './timeouts.js';
import { readCoverDescriptions } from './observers/covered.js';
import { createProbe } from './probe.js';
import { CrashRecovery } from './crash-recovery.js';
import { createSignInListener } from './sign-in.js';
import { isTabAction, performTabAction } from './tab-actions.js';
import { Tabs } from './tabs.js';
import { waitWhileLoading } from './wait-while-loading.js';

export interface PageSurface extends Surface {
  /** Opens the start page. @throws ParleyError `infra` if it cannot be shown or answers with HTTP 5xx */
  open(url: string, signal: AbortSignal): Promise<OpenedPage>;
  /** Goes back in history for the instructor. @returns false if there is no earlier page */
  back(signal: AbortSignal): Promise<boolean>;
  /** Waits until every running download is saved or the time limit has passed. */
  waitForDownloads(): Promise<void>;
}

export interface SurfaceOptions {
  /** Folder for downloads. Without it downloads are reported and cancelled. */
  downloads?: string;
  downloadPolicy?: Partial<DownloadPolicy>;
  /** `ask` keeps a JavaScript dialog open until an action answers it; `dismiss` closes it at once. */
  dialogs?: DialogPolicy;
  /** The log of page events that observations report. Pass one if other code adds events too, such as refused requests. */
  pageEvents?: PageEventLog;
  limits?: Partial<PageLimits>;
  /** Files and folders (including their contents) that may be uploaded; none by default. */
  uploads?: readonly string[];
  /** The first tab. If it is given, its context belongs to the caller, who closes the context. */
  page?: Page;
  /** With `page`: whether a new tab belongs to this session. */
  ownsTab?(page: Page): Promise<boolean>;
  /** With `page`: called for each tab that Parley opens. */
  adopt?(page: Page): Promise<void>;
  /** Whether the caller continues to use the context after this surface is closed. */
  keepContextOpen?: boolean | undefined;
}

/** Reports file choosers. While a listener is attached, the browser shows no native file dialog. */
function createFileChooserReporter(
  pageEvents: PageEventLog,
  isUploading: () => boolean,
): (page: Page) => () => void {
  const onChooser = (chooser: FileChooser): void => {
    if (!isUploading()) pageEvents.add({ type: 'file-chooser', multiple: chooser.isMultiple() });
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
  const limits = { ...PAGE_LIMITS, ...options.limits };
  const pageEvents = options.pageEvents ?? new PageEventLog();
  const effects = new EffectLog();
  const dialogs = new DialogHandler(options.dialogs ?? 'dismiss', effects, limits.dialogAnswerMs);
  const downloads = new DownloadManager(
    options.downloads,
    options.downloadPolicy ?? {},
    effects,
    pageEvents,
    limits.downloadMs,
  );
  let isUploading = false;
  const { ownsTab, adopt } = options;
  const tabs = new Tabs(
    { context, ...(ownsTab ? { ownsTab } : {}), ...(adopt ? { adopt } : {}) },
    options.page ?? (await context.newPage()),
    limits.maxTabCount,
    [
      (page) => dialogs.attach(page),
      (page) => downloads.attach(page),
      createFileChooserReporter(pageEvents, () => isUploading),
      watchPendingNavigation,
    ],
    (cdp) => downloads.watchSizes(cdp),
    effects,
    pageEvents,
  );
  const recovery = new CrashRecovery(tabs, limits, effects, pageEvents);
  const onSignIn = createSignInListener(pageEvents);
  // With a listener, Playwright keeps the latest 10,000 requests and responses. There is no event for navigations only.
  context.on('response', downloads.onResponse);
  context.on('response', onSignIn);
  const parts: SurfaceParts = { tabs, dialogs, downloads, pageEvents, effects, recovery, limits };

  let elementsByUid = new Map<Uid, ObservedElement & { folded?: FoldedElement }>();
  const findElement = (uid: Uid): ObservedElement | null => {
    const observedElement = elementsByUid.get(uid);
    if (!observedElement?.folded) return observedElement ?? null;
    const { candidate, frame, folded } = observedElement;
    return { candidate: { ...candidate, ...folded, folded: [] }, frame };
  };
  let observationCount = 0;
  const guard = egressGuardOf(context);
  const runner = new ActionRunner(parts, {
    findElement,
    clipboard: { text: '' },
    uploads: { allowed: options.uploads ?? [] },
    guard,
  });

  const observe = async (
    spec: ObservationSpec,
    signal: AbortSignal,
    /** Leaves page events unread for the navigator. Checks use this. */
    keepEvents = false,
  ): Promise<Observation> => {
    signal.throwIfAborted();
    // Waits only for observations of the page's content.
    const { page: tabPage } = getActiveTab(parts);
    const readsContent =
      spec.text === true ||
      spec.webvoyager === true ||
      spec.accessibilityTree !== undefined ||
      spec.elementList !== undefined;
    const shouldWait = readsContent && !keepEvents && !(await findBlockingPage(parts, getActiveTab(parts)));
    const { isLoading } = shouldWait ? await waitWhileLoading(tabPage, limits, signal) : { isLoading: false };
    const tabObservation = await observeTab(
      parts,
      { spec, keepNotices: keepEvents, takeObservationNumber: () => ++observationCount },
      signal,
    );
    if (
      spec.savePdf &&
      options.downloads &&
      !keepEvents &&
      'result' in tabObservation &&
      tabObservation.tab.cdp
    )
      await savePdf(tabObservation.tab.page, tabObservation.tab.cdp, downloads, pageEvents, limits, signal);
    const eventsSinceLastObservation = {
      dialogs: keepEvents ? dialogs.peek() : dialogs.take(),
      pageEvents: keepEvents ? pageEvents.peek() : [...pageEvents.take(), ...(guard?.takeRefusals() ?? [])],
      tabs: tabs.list(),
    };
    if ('dialog' in tabObservation)
      return {
        ...restoreLastObservation(tabObservation.tab, spec),
        ...eventsSinceLastObservation,
        dialog: tabObservation.dialog,
      };
    const { tab, result } = tabObservation;
    elementsByUid = new Map();
    for (const candidate of result.observation.candidates) {
      const frame = result.frames.get(candidate.uid);
      if (!frame) continue;
      for (const folded of candidate.folded) elementsByUid.set(folded.uid, { candidate, frame, folded });
      elementsByUid.set(candidate.uid, { candidate, frame });
    }
    // These events are repeated in every observation that lacks content.
    eventsSinceLastObservation.pageEvents.push(
      ...createOmittedContentEvents(result.observation.url, result.omitted),
    );
    const observation: Observation = {
      ...result.observation,
      ...eventsSinceLastObservation,
      dialog: null,
      ...(isLoading ? { loading: true } : {}),
    };
    tab.lastObservation = observation;
    return observation;
  };

  let isReadingSnapshot = false;
  const createIdleListener = (handleCandidates: (candidates: Candidate[]) => void) => (page: Page) => {
    if (isReadingSnapshot) return;
    isReadingSnapshot = true;
    // A failed snapshot is ignored, because the next observation reads the page again.
    void readEarlySnapshot(page)
      .then(handleCandidates, () => undefined)
      .finally(() => (isReadingSnapshot = false));
  };

  return {
    onEarlySnapshot(listener) {
      parts.onIdle = listener ? createIdleListener(listener) : undefined;
    },
    observe: (spec, signal) => observe(spec, signal),
    async perform(action, signal) {
      getActiveTab(parts);
      if (isTabAction(action)) {
        return performTabAction(parts, action, () => runner.waitForAbandonedAction(), signal);
      }
      isUploading = action.intent === 'upload';
      try {
        return await runner.perform(action, signal);
      } finally {
        isUploading = false;
      }
    },
    async findCovered(uids) {
      const uidsByFrame = new Map<Frame, Uid[]>();
      for (const uid of uids) {
        const frame = elementsByUid.get(uid)?.frame;
        if (frame) uidsByFrame.set(frame, [...(uidsByFrame.get(frame) ?? []), uid]);
      }
      // A page with an open dialog does not answer hit tests.
      return (await findBlockingPage(parts, getActiveTab(parts)))
        ? new Map()
        : readCoverDescriptions(uidsByFrame, limits.hitTestMs);
    },
    async takeNumberedScreenshot(numbers, signal) {
      const { marks } = await observe({ marks: numbers }, signal, true);
      return marks?.picture ?? null;
    },
    async readDownload(file, signal) {
      const path = await downloads.findSavedFile(file, limits.downloadWaitMs, signal);
      return path === null
        ? { status: 'unreadable', reason: `No file “${file}” was downloaded.` }
        : readDocument(path, signal);
    },
    open: (url, signal) => openPage(parts, guard, url, signal),
    back: (signal) => goBack(parts, signal),
    probe: createProbe(parts, (signal) => observe({}, signal, true)),
    waitForDownloads: () => downloads.waitForRunning(limits.downloadsAtCloseMs),
    async close() {
      recovery.release();
      tabs.stop();
      dialogs.close();
      await downloads.waitForRunning(limits.downloadsAtCloseMs);
      context.off('response', downloads.onResponse);
      context.off('response', onSignIn);
      // Keeps answering dialogs until the end, because a `beforeunload` dialog would block closing.
      if (options.keepContextOpen) tabs.release();
      else if (options.page) context.once('close', () => tabs.release());
      else {
        await withTimeout(context.close(), limits.closeMs);
        tabs.release();
      }
    },
  };
}
