/** One look at the page: every frame in one pass each, folded into candidates in top-level coordinates. */
import type { CDPSession, Frame, Page } from 'playwright';

import type { Box, Candidate, Observation, ObservationSpec } from '../contract/index.js';
import type { WireLook } from './injected/wire.js';
import { ask, ownerOf, question } from './engine.js';
import { candidatesOf } from './observers/candidates.js';
import { adoptClosedRoots } from './observers/closed-roots.js';
import { plainText } from './observers/plain-text.js';
import { rowsOf, type Row } from './observers/rows.js';
import { capture } from './observers/screenshot.js';
import { findWorld, worldOf } from './world.js';

const MAIN_FRAME_MS = 15_000;
const CHILD_FRAME_MS = 3_000;
const MOST_FRAMES = 40;
/** Closed shadow roots within closed shadow roots that are opened up, each for another look. */
const MOST_NESTED_ROOTS = 8;
/** Smaller frames hold nothing for people. */
const LEAST_FRAME = 4;

export interface Look {
  observation: Omit<Observation, 'dialogs' | 'dialog' | 'incidents' | 'tabs'>;
  /** Which frame each element was seen in. */
  frames: Map<string, Frame>;
}

export interface LookOptions {
  spec: ObservationSpec;
  /** A number that no earlier look of the session had: documents seen first in this look take their seed from it. */
  number: number;
}

interface FrameLook {
  frame: Frame;
  /** Addresses of the frames from the top down to this one; none for the main frame. */
  chain: string[];
  /** Where its content stands in the top-level viewport, and what of that is in sight. */
  offset: { x: number; y: number };
  sight: Box;
  rows: Row[];
  look: WireLook;
}

/** Elements that hold frames, by frame: found once, because the way there is long. */
const owners = new WeakMap<Frame, string>();

/** What `look` is asked for, in the engine's words. */
function parts(spec: ObservationSpec, main: boolean): string[] {
  return [
    ...(spec.documents ? ['documents'] : []),
    ...(spec.text || spec.plain ? ['text'] : []),
    ...(spec.weblinx && main ? ['weblinx'] : []),
  ];
}

function overlap(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

class Looker {
  readonly #page: Page;
  readonly #cdp: CDPSession;
  readonly #options: LookOptions;
  #documents = 0;

  constructor(page: Page, cdp: CDPSession, options: LookOptions) {
    this.#page = page;
    this.#cdp = cdp;
    this.#options = options;
  }

  /** One frame's look; taken again where closed shadow roots came to light. */
  async look(frame: Frame, timeout: number): Promise<WireLook> {
    if (!worldOf(frame))
      await findWorld(frame, this.#page, this.#cdp, await ask<string>(frame, 'world', timeout));
    const main = frame === this.#page.mainFrame();
    // Every document gets a seed of its own, so that ids never repeat within a session.
    const seed = this.#options.number * 64 + (this.#documents++ % 64);
    const asked = question('look', seed, ...parts(this.#options.spec, main));
    let seen = await ask<WireLook>(frame, asked, timeout);
    for (let depth = 0; seen.suspects > 0 && depth < MOST_NESTED_ROOTS; depth++) {
      const world = worldOf(frame);
      if (!world || !(await adoptClosedRoots(world))) break;
      seen = await ask<WireLook>(frame, asked, timeout);
    }
    return seen;
  }

  /** The frames inside one that was looked at, and those inside them. What vanishes or hangs is left out. */
  async inside(outer: FrameLook): Promise<FrameLook[]> {
    const children = outer.frame.childFrames().slice(0, MOST_FRAMES);
    const looks = await Promise.all(
      children.map(async (frame): Promise<FrameLook[]> => {
        try {
          const place = await this.#place(frame, outer);
          if (!place || this.#documents >= MOST_FRAMES) return [];
          const look = await this.look(frame, CHILD_FRAME_MS);
          const rows = rowsOf(look.rows);
          const own = { frame, chain: [...outer.chain, frame.url()], ...place, rows, look };
          return [own, ...(await this.inside(own))];
        } catch {
          return [];
        }
      }),
    );
    return looks.flat();
  }

  async #place(frame: Frame, outer: FrameLook): Promise<Pick<FrameLook, 'offset' | 'sight'> | null> {
    let owner = owners.get(frame);
    if (owner === undefined) owners.set(frame, (owner = await ownerOf(frame)));
    const row = outer.rows.find(({ uid }) => uid === owner);
    if (!row?.visible || !row.content) return null;
    const { width, height } = row.content;
    if (width < LEAST_FRAME || height < LEAST_FRAME) return null;
    const offset = { x: row.content.x + outer.offset.x, y: row.content.y + outer.offset.y };
    const box = { ...offset, width, height };
    return { offset, sight: row.scrolledAway ? { ...box, width: 0, height: 0 } : overlap(box, outer.sight) };
  }

  /** Whether no frame changed since it was looked at. */
  async unchanged(frames: readonly FrameLook[]): Promise<boolean> {
    const same = frames.map(async ({ frame, look }) => {
      const now = await ask<string>(frame, 'stamp', CHILD_FRAME_MS).catch(() => null);
      // A child frame that has gone meanwhile takes nothing from what was seen of the rest.
      return now === look.stamp || (now === null && frame !== this.#page.mainFrame());
    });
    return (await Promise.all(same)).every(Boolean);
  }
}

async function lookOnce(page: Page, cdp: CDPSession, options: LookOptions): Promise<Look> {
  const { spec } = options;
  const began = performance.now();
  const looker = new Looker(page, cdp, options);
  const top = await looker.look(page.mainFrame(), MAIN_FRAME_MS);
  const walked = performance.now();
  const { width, height } = top.viewport;
  const main: FrameLook = {
    frame: page.mainFrame(),
    chain: [],
    offset: { x: 0, y: 0 },
    sight: { x: 0, y: 0, width, height },
    rows: rowsOf(top.rows),
    look: top,
  };
  const all = [main, ...(await looker.inside(main))];
  const framed = performance.now();
  const screenshot = spec.weblinx || spec.screenshot ? await capture(cdp) : null;
  const shot = performance.now();
  const stable = await looker.unchanged(all);

  const candidates: Candidate[] = [];
  const frames = new Map<string, Frame>();
  for (const { frame, chain, offset, sight, rows } of all) {
    for (const row of rows) frames.set(row.uid, frame);
    for (const candidate of candidatesOf({ rows, frame: chain, offset, sight }, candidates.length))
      candidates.push(candidate);
  }
  const sum = (count: (look: WireLook) => number): number =>
    all.reduce((total, { look }) => total + count(look), 0);
  const blocks = all.flatMap(({ look }) => look.blocks);
  const observation: Look['observation'] = {
    url: top.url,
    title: top.title,
    viewport: top.viewport,
    candidates,
    elements: sum(({ elements }) => elements),
    text: spec.text ? blocks : [],
    notices: all.flatMap(({ look }) => look.notices),
    news: all.flatMap(({ look }) => look.news),
    hidden: all.flatMap(({ look }) => look.hidden),
    stable,
    timings: {
      walk: Math.round(walked - began),
      frames: Math.round(framed - walked),
      screenshot: Math.round(shot - framed),
      total: Math.round(performance.now() - began),
    },
    ...(spec.weblinx ? { weblinx: { html: top.html ?? '', boxes: top.boxes ?? {}, screenshot } } : {}),
    ...(spec.screenshot ? { screenshot } : {}),
    ...(spec.plain ? { plain: plainText(blocks) } : {}),
  };
  return { observation, frames };
}

/**
 * A look that is consistent: taken again once when the page changed while it was read; what still moves
 * is recorded as `stable: false`.
 */
export async function look(page: Page, cdp: CDPSession, options: LookOptions): Promise<Look> {
  const first = await lookOnce(page, cdp, options);
  return first.observation.stable ? first : lookOnce(page, cdp, options);
}
