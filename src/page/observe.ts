/** Observes a page: merges its frames into one candidate list in page coordinates and adds the requested fields. */
import type { CDPSession, Frame, Page } from 'playwright';

import type { Candidate, Observation, TextBlock } from '../contract/index.js';
import type { WireSnapshot } from './injected/wire.js';
import { PAGE_LIMITS } from './limits.js';
import { readAccessibility } from './observers/accessibility.js';
import { readBrowserTree } from './observers/browser-tree.js';
import { toCandidates } from './observers/candidates.js';
import {
  observeFrames,
  areFramesUnchanged,
  type FrameObservation,
  type OmittedContent,
  type FrameObserverOptions,
} from './observers/frames.js';
import { toOutline } from './observers/outline.js';
import { toPlainText } from './observers/plain-text.js';
import { readMarks } from './observers/read-marks.js';
import { readElementList } from './observers/element-list.js';
import { captureScreenshot } from './observers/screenshot.js';
import { toTextBlocks } from './observers/text-blocks.js';
import { readClickHandlers, toWebvoyagerView } from './observers/webvoyager.js';

export interface PageObservation {
  observation: Omit<Observation, 'dialogs' | 'dialog' | 'pageEvents' | 'tabs'>;
  /** The frame of each element, by uid. */
  frames: Map<string, Frame>;
  omitted: OmittedContent;
}

type RequestedFields = Pick<
  Observation,
  | 'outline'
  | 'weblinx'
  | 'screenshot'
  | 'accessibility'
  | 'accessibilityTree'
  | 'marks'
  | 'plainText'
  | 'webvoyager'
  | 'elementList'
>;

/** The requested fields except candidates. */
async function readRequestedFields(
  { spec, limits = PAGE_LIMITS }: FrameObserverOptions,
  frames: readonly [FrameObservation, ...FrameObservation[]],
  candidates: readonly Candidate[],
  screenshot: Uint8Array | null,
): Promise<RequestedFields> {
  const fields: RequestedFields = {};
  const { html = '', boxes = {} } = frames[0].snapshot;
  if (spec.outline) fields.outline = toOutline(frames);
  if (spec.weblinx) fields.weblinx = { html, boxes, screenshot };
  if (spec.screenshot) fields.screenshot = screenshot;
  if (spec.accessibility) fields.accessibility = await readAccessibility(frames, limits.accessibilityTreeMs);
  if (spec.accessibilityTree)
    fields.accessibilityTree = await readBrowserTree(
      frames,
      candidates,
      spec.accessibilityTree,
      limits.accessibilityTreeMs,
    );
  if (spec.elementList) fields.elementList = readElementList(frames, candidates, spec.elementList);
  if (spec.marks)
    fields.marks = await readMarks(
      frames,
      candidates,
      screenshot,
      limits.markBoxesMs,
      spec.marks === true ? null : spec.marks,
    );
  if (spec.plainText) fields.plainText = toPlainText(frames.flatMap(({ snapshot }) => snapshot.blocks));
  return fields;
}

async function observeOnce(
  page: Page,
  cdp: CDPSession,
  options: FrameObserverOptions,
): Promise<PageObservation> {
  const { spec, limits = PAGE_LIMITS } = options;
  const startedAt = performance.now();
  const { frames: frameObservations, omitted } = await observeFrames(page, cdp, {
    ...options,
    ...(spec.webvoyager ? { clickHandlers: await readClickHandlers(cdp, limits.markBoxesMs) } : {}),
  });
  const walkedAt = performance.now();
  const screenshot =
    spec.weblinx || spec.screenshot || spec.marks || spec.webvoyager
      ? await captureScreenshot(cdp, limits.screenshotMs)
      : null;
  const capturedAt = performance.now();

  const [main] = frameObservations;
  const { numberedElements, listedNodes } = main.snapshot;
  // Transparent elements must become candidates too if WebVoyager numbers them or MiniWoB++ lists them.
  const requiredUids = new Set(
    [...(numberedElements ?? []), ...(listedNodes ?? [])].map(({ uids }) => uids[0]!),
  );
  const candidates: Candidate[] = [];
  const text: TextBlock[] = [];
  const frames = new Map<string, Frame>();
  for (const { frame, urlChain, ...observed } of frameObservations) {
    for (const row of observed.rows) frames.set(row.uid, frame);
    const frameCandidates = toCandidates({ ...observed, urlChain }, candidates.length, requiredUids);
    if (spec.text)
      for (const block of toTextBlocks(observed.snapshot, frameCandidates, candidates.length))
        text.push(block);
    for (const candidate of frameCandidates) candidates.push(candidate);
  }
  const foldedAt = performance.now();
  const fields = await readRequestedFields(options, frameObservations, candidates, screenshot);
  if (numberedElements)
    fields.webvoyager = toWebvoyagerView(
      numberedElements,
      candidates,
      screenshot,
      main.snapshot.viewport.width,
    );
  const stable = await areFramesUnchanged(frameObservations, limits);
  const collect = <T>(select: (snapshot: WireSnapshot) => readonly T[]): T[] =>
    frameObservations.flatMap(({ snapshot }) => select(snapshot));
  const { url, title, viewport } = main.snapshot;
  const observation: PageObservation['observation'] = {
    url,
    title,
    viewport,
    candidates,
    elementCount: frameObservations.reduce((sum, { snapshot }) => sum + snapshot.elementCount, 0),
    text,
    notices: collect(({ notices }) => notices),
    newNotices: collect(({ newNotices }) => newNotices),
    hiddenTexts: collect(({ hiddenTexts }) => hiddenTexts),
    stable,
    timings: {
      walk: Math.round(walkedAt - startedAt),
      screenshot: Math.round(capturedAt - walkedAt),
      fold: Math.round(foldedAt - capturedAt),
      total: Math.round(performance.now() - startedAt),
    },
    ...fields,
  };
  return { observation, frames, omitted };
}

/** If the first observation took longer than this, a second one is unlikely to be stable either. */
const MAX_REPEATABLE_MS = 2_000;

/** Observes the page. If the page changed meanwhile, observes it again. If it changed then too, it is not `stable`. */
export async function observePage(
  page: Page,
  cdp: CDPSession,
  options: FrameObserverOptions,
): Promise<PageObservation> {
  const firstResult = await observeOnce(page, cdp, options);
  if (firstResult.observation.stable || firstResult.observation.timings.total! > MAX_REPEATABLE_MS)
    return firstResult;
  const secondResult = await observeOnce(page, cdp, options);
  // The second observation no longer lists the first one's notices as new, but the caller has not seen them yet.
  secondResult.observation.newNotices.unshift(...firstResult.observation.newNotices);
  secondResult.omitted.stoppedAtFrameCount ||= firstResult.omitted.stoppedAtFrameCount;
  return secondResult;
}
