/** Observes a page: merges its frames into one list of candidates in page coordinates and adds the requested parts. */
import type { CDPSession, Frame, Page } from 'playwright';

import type { Candidate, Observation, TextBlock } from '../contract/index.js';
import type { WireSnapshot } from './injected/wire.js';
import { PAGE_LIMITS } from './limits.js';
import { readAccessibility } from './observers/accessibility.js';
import { toCandidates } from './observers/candidates.js';
import {
  observeFrames,
  areFramesUnchanged,
  type FrameObservation,
  type OmittedContent,
  type FrameObserverOptions,
} from './observers/frames.js';
import { toPlainText } from './observers/plain-text.js';
import { readMarks } from './observers/read-marks.js';
import { captureScreenshot } from './observers/screenshot.js';
import { toTextBlocks } from './observers/text-blocks.js';

export interface PageObservation {
  observation: Omit<Observation, 'dialogs' | 'dialog' | 'pageEvents' | 'tabs'>;
  /** The frame of each element, by uid. */
  frames: Map<string, Frame>;
  omitted: OmittedContent;
}

type Parts = Pick<Observation, 'weblinx' | 'screenshot' | 'accessibility' | 'marks' | 'plainText'>;

/** The requested parts besides candidates. */
async function requestedParts(
  { spec, limits = PAGE_LIMITS }: FrameObserverOptions,
  frames: readonly FrameObservation[],
  candidates: readonly Candidate[],
  picture: Uint8Array | null,
): Promise<Parts> {
  const parts: Parts = {};
  const { html = '', boxes = {} } = frames[0]!.content;
  if (spec.weblinx) parts.weblinx = { html, boxes, screenshot: picture };
  if (spec.screenshot) parts.screenshot = picture;
  if (spec.accessibility) parts.accessibility = await readAccessibility(frames, limits.accessibilityTreeMs);
  if (spec.marks) parts.marks = await readMarks(frames, candidates, picture, limits.markBoxesMs);
  if (spec.plainText) parts.plainText = toPlainText(frames.flatMap(({ content }) => content.blocks));
  return parts;
}

async function observeOnce(
  page: Page,
  cdp: CDPSession,
  options: FrameObserverOptions,
): Promise<PageObservation> {
  const { spec, limits = PAGE_LIMITS } = options;
  const began = performance.now();
  const { frames: all, omitted } = await observeFrames(page, cdp, options);
  const walked = performance.now();
  const picture =
    spec.weblinx || spec.screenshot || spec.marks ? await captureScreenshot(cdp, limits.screenshotMs) : null;
  const shot = performance.now();

  const candidates: Candidate[] = [];
  const text: TextBlock[] = [];
  const frames = new Map<string, Frame>();
  for (const { frame, chain, ...observed } of all) {
    for (const row of observed.rows) frames.set(row.uid, frame);
    const own = toCandidates({ ...observed, frame: chain }, candidates.length);
    if (spec.text)
      for (const block of toTextBlocks(observed.content, own, candidates.length)) text.push(block);
    for (const candidate of own) candidates.push(candidate);
  }
  const folded = performance.now();
  const parts = await requestedParts(options, all, candidates, picture);
  const stable = await areFramesUnchanged(all, limits);
  const collect = <T>(part: (snapshot: WireSnapshot) => readonly T[]): T[] =>
    all.flatMap(({ content }) => part(content));
  const { url, title, viewport } = all[0].content;
  const observation: PageObservation['observation'] = {
    url,
    title,
    viewport,
    candidates,
    elements: all.reduce((sum, { content }) => sum + content.elementCount, 0),
    text,
    notices: collect(({ notices }) => notices),
    newNotices: collect(({ newNotices }) => newNotices),
    hiddenTexts: collect(({ hiddenTexts }) => hiddenTexts),
    stable,
    timings: {
      walk: Math.round(walked - began),
      screenshot: Math.round(shot - walked),
      fold: Math.round(folded - shot),
      total: Math.round(performance.now() - began),
    },
    ...parts,
  };
  return { observation, frames, omitted };
}

/** A page that is slower to read would also change during a second observation. */
const MAX_REPEATED_MS = 2_000;

/** Observes the page, and once more if it changed meanwhile. A page that changes again gets `stable: false`. */
export async function observePage(
  page: Page,
  cdp: CDPSession,
  options: FrameObserverOptions,
): Promise<PageObservation> {
  const first = await observeOnce(page, cdp, options);
  if (first.observation.stable || first.observation.timings.total! > MAX_REPEATED_MS) return first;
  const second = await observeOnce(page, cdp, options);
  // Notices of the first observation are no longer new in the second, but they are for the caller.
  second.observation.newNotices.unshift(...first.observation.newNotices);
  second.omitted.stoppedAtFrames ||= first.omitted.stoppedAtFrames;
  return second;
}
