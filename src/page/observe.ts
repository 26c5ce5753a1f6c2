/** One look at the page: every frame in one pass each, folded into candidates in top-level coordinates. */
import type { CDPSession, Frame, Page } from 'playwright';

import type { Candidate, Observation, ObservationSpec } from '../contract/index.js';
import type { WireLook } from './injected/wire.js';
import { ask, question } from './engine.js';
import { candidatesOf } from './observers/candidates.js';

const MAIN_FRAME_MS = 15_000;
const CHILD_FRAME_MS = 3_000;
const SCREENSHOT_MS = 5_000;
const MOST_FRAMES = 40;

export interface Look {
  observation: Omit<Observation, 'dialogs' | 'dialog' | 'incidents' | 'tabs'>;
  /** Which frame each element was seen in. */
  frames: Map<string, Frame>;
}

interface FrameLook {
  frame: Frame;
  chain: string[];
  offset: { x: number; y: number };
  look: WireLook;
}

/** A frame that vanishes or hangs while it is read is left out: the rest of the page is still there. */
async function lookAtChild(frame: Frame, command: string): Promise<FrameLook | null> {
  try {
    const box = await (await frame.frameElement()).boundingBox();
    if (!box || box.width < 2 || box.height < 2) return null;
    const chain: string[] = [];
    for (let at: Frame | null = frame; at?.parentFrame(); at = at.parentFrame()) chain.unshift(at.url());
    return {
      frame,
      chain,
      offset: { x: box.x, y: box.y },
      look: await ask<WireLook>(frame, command, CHILD_FRAME_MS),
    };
  } catch {
    return null;
  }
}

/** PNG of the viewport through CDP, whose cost does not grow with the page; null when the page gives none in time. */
export async function capture(cdp: CDPSession): Promise<Uint8Array | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), SCREENSHOT_MS);
  });
  try {
    const shot = cdp
      .send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
      .then(({ data }) => new Uint8Array(Buffer.from(data, 'base64')))
      .catch(() => null);
    return await Promise.race([shot, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function lookOnce(
  page: Page,
  cdp: CDPSession,
  spec: ObservationSpec,
  documentNumber: number,
): Promise<Look> {
  const began = performance.now();
  const option = spec.weblinx ? 'weblinx' : '';
  const command = question('look', documentNumber * 64, option);
  const main = page.mainFrame();
  const top = await ask<WireLook>(main, command, MAIN_FRAME_MS);
  const walked = performance.now();
  const children: FrameLook[] = [];
  for (const [i, frame] of page.frames().slice(1, MOST_FRAMES).entries()) {
    // Every document gets a seed of its own, so that ids never repeat within a session.
    const seen = await lookAtChild(frame, question('look', documentNumber * 64 + i + 1, option));
    if (seen) children.push(seen);
  }
  const framed = performance.now();
  const screenshot = spec.weblinx ? await capture(cdp) : null;
  const shot = performance.now();
  const after = await ask<{ mutations: number }>(main, 'pulse', CHILD_FRAME_MS).catch(() => ({
    mutations: top.version,
  }));

  const candidates: Candidate[] = [];
  const frames = new Map<string, Frame>();
  for (const { frame, chain, offset, look } of [
    { frame: main, chain: [], offset: { x: 0, y: 0 }, look: top },
    ...children,
  ]) {
    for (const row of look.rows) frames.set(row.uid, frame);
    candidates.push(
      ...candidatesOf({ rows: look.rows, frame: chain, offset, viewport: top.viewport }, candidates.length),
    );
  }
  const all = [top, ...children.map((child) => child.look)];
  const observation: Look['observation'] = {
    url: top.url,
    title: top.title,
    viewport: top.viewport,
    candidates,
    elements: all.reduce((sum, look) => sum + look.elements, 0),
    text: all.flatMap((look) => look.text),
    notices: all.flatMap((look) => look.notices),
    news: [],
    hidden: [],
    stable: after.mutations === top.version,
    timings: {
      walk: Math.round(walked - began),
      frames: Math.round(framed - walked),
      screenshot: Math.round(shot - framed),
      total: Math.round(performance.now() - began),
    },
  };
  if (spec.weblinx)
    observation.weblinx = {
      html: top.html ?? '',
      boxes: top.boxes ?? {},
      screenshot,
    };
  return { observation, frames };
}

/**
 * A look that is consistent: taken again once when the page changed while it was read; what still moves
 * is recorded as `stable: false`.
 */
export async function look(
  page: Page,
  cdp: CDPSession,
  spec: ObservationSpec,
  documentNumber: number,
): Promise<Look> {
  const first = await lookOnce(page, cdp, spec, documentNumber);
  return first.observation.stable ? first : lookOnce(page, cdp, spec, documentNumber);
}
