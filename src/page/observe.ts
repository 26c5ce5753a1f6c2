/** One look at the page: frames folded into candidates in top-level coordinates, and whatever else was asked for. */
import type { CDPSession, Frame, Page } from 'playwright';

import type { Candidate, Observation, ObservationSpec, TextBlock } from '../contract/index.js';
import type { WireLook } from './injected/wire.js';
import { readAccessibility } from './observers/accessibility.js';
import { candidatesOf } from './observers/candidates.js';
import {
  lookAtFrames,
  unchanged,
  type FrameLook,
  type LeftOut,
  type LookOptions,
} from './observers/frames.js';
import { plainText } from './observers/plain-text.js';
import { readMarks } from './observers/read-marks.js';
import { capture } from './observers/screenshot.js';
import { textBlocks } from './observers/text-blocks.js';

export interface Look {
  observation: Omit<Observation, 'dialogs' | 'dialog' | 'pageEvents' | 'tabs'>;
  /** Which frame each element was seen in. */
  frames: Map<string, Frame>;
  leftOut: LeftOut;
}

type Parts = Pick<Observation, 'weblinx' | 'screenshot' | 'accessibility' | 'marks' | 'plainText'>;

/** The parts beside candidates, each only where it was asked for. */
async function extras(
  spec: ObservationSpec,
  frames: readonly FrameLook[],
  candidates: readonly Candidate[],
  picture: Uint8Array | null,
): Promise<Parts> {
  const parts: Parts = {};
  const { html = '', boxes = {} } = frames[0]!.look;
  if (spec.weblinx) parts.weblinx = { html, boxes, screenshot: picture };
  if (spec.screenshot) parts.screenshot = picture;
  if (spec.accessibility) parts.accessibility = await readAccessibility(frames);
  if (spec.marks) parts.marks = await readMarks(frames, candidates, picture);
  if (spec.plain) parts.plainText = plainText(frames.flatMap(({ look }) => look.blocks));
  return parts;
}

async function lookOnce(page: Page, cdp: CDPSession, options: LookOptions): Promise<Look> {
  const { spec } = options;
  const began = performance.now();
  const { frames: all, leftOut } = await lookAtFrames(page, cdp, options);
  const walked = performance.now();
  const picture = spec.weblinx || spec.screenshot || spec.marks ? await capture(cdp) : null;
  const shot = performance.now();

  const candidates: Candidate[] = [];
  const text: TextBlock[] = [];
  const frames = new Map<string, Frame>();
  for (const { frame, chain, ...seen } of all) {
    for (const row of seen.rows) frames.set(row.uid, frame);
    const own = candidatesOf({ ...seen, frame: chain }, candidates.length);
    if (spec.text) for (const block of textBlocks(seen.look, own, candidates.length)) text.push(block);
    for (const candidate of own) candidates.push(candidate);
  }
  const folded = performance.now();
  const parts = await extras(spec, all, candidates, picture);
  const stable = await unchanged(all);
  const every = <T>(part: (look: WireLook) => readonly T[]): T[] => all.flatMap(({ look }) => part(look));
  const { url, title, viewport } = all[0].look;
  const observation: Look['observation'] = {
    url,
    title,
    viewport,
    candidates,
    elements: all.reduce((sum, { look }) => sum + look.elements, 0),
    text,
    notices: every(({ notices }) => notices),
    newNotices: every(({ news }) => news),
    hiddenTexts: every(({ hidden }) => hidden),
    stable,
    timings: {
      walk: Math.round(walked - began),
      screenshot: Math.round(shot - walked),
      fold: Math.round(folded - shot),
      total: Math.round(performance.now() - began),
    },
    ...parts,
  };
  return { observation, frames, leftOut };
}

/** A page that takes longer than this to be read would have changed by the end of the next look, too. */
const AGAIN_MS = 2_000;

/**
 * A look that is consistent: taken again once when the page changed while it was read; what still moves
 * is recorded as `stable: false`.
 */
export async function look(page: Page, cdp: CDPSession, options: LookOptions): Promise<Look> {
  const first = await lookOnce(page, cdp, options);
  if (first.observation.stable || first.observation.timings.total! > AGAIN_MS) return first;
  const second = await lookOnce(page, cdp, options);
  // What the first look took note of is not news to the second, but it is to whoever asked.
  second.observation.newNotices.unshift(...first.observation.newNotices);
  second.leftOut.stoppedAt ||= first.leftOut.stoppedAt;
  return second;
}
