/**
 * Every frame of a page, each looked at in one pass of its own: where it stands in the top-level viewport, what
 * of it is in sight, and its rows.
 */
import type { CDPSession, Frame, Page } from 'playwright';

import type { Box, ObservationSpec } from '../../contract/index.js';
import type { WireLook } from '../injected/wire.js';
import { ask, ownerOf, question } from '../engine.js';
import { findWorld, worldOf } from '../world.js';
import { adoptClosedRoots } from './closed-roots.js';
import { rowsOf, type Row } from './rows.js';

const MAIN_FRAME_MS = 15_000;
const CHILD_FRAME_MS = 3_000;
const MOST_FRAMES = 40;
/** Closed shadow roots within closed shadow roots that are opened up, each for another look. */
const MOST_NESTED_ROOTS = 8;
/** Smaller frames hold nothing for people. */
const LEAST_FRAME = 4;

export interface LookOptions {
  spec: ObservationSpec;
  /** A number that no earlier look of the session had: documents seen first in this look take their seed from it. */
  number: number;
  /** Looks on the side: what the page announced meanwhile stays news for the next look. */
  peek?: boolean;
  /** How long the main frame may take to answer, milliseconds. */
  patience?: number;
}

export interface FrameLook {
  frame: Frame;
  /** Addresses of the frames from the top down to this one; none for the main frame. */
  chain: string[];
  /** The element that holds it, in the frame above; '' for the main frame. */
  owner: string;
  /** Where its content stands in the top-level viewport, and what of that is in sight. */
  offset: { x: number; y: number };
  sight: Box;
  rows: Row[];
  look: WireLook;
}

/** Elements that hold frames, by frame: found once, because the way there is long. */
const owners = new WeakMap<Frame, string>();

/** What `look` is asked for, in the engine's words. */
function parts({ spec, peek }: LookOptions, main: boolean): string[] {
  return [
    ...(peek ? ['peek'] : []),
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
    const asked = question('look', seed, ...parts(this.#options, main));
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

  async #place(
    frame: Frame,
    outer: FrameLook,
  ): Promise<Pick<FrameLook, 'owner' | 'offset' | 'sight'> | null> {
    let owner = owners.get(frame);
    if (owner === undefined) owners.set(frame, (owner = await ownerOf(frame)));
    const row = outer.rows.find(({ uid }) => uid === owner);
    if (!row?.visible || !row.content) return null;
    const { width, height } = row.content;
    if (width < LEAST_FRAME || height < LEAST_FRAME) return null;
    const offset = { x: row.content.x + outer.offset.x, y: row.content.y + outer.offset.y };
    const box = { ...offset, width, height };
    return {
      owner,
      offset,
      sight: row.scrolledAway ? { ...box, width: 0, height: 0 } : overlap(box, outer.sight),
    };
  }
}

/** The main frame first, then those inside it. @throws when the main frame gives no answer in time */
export async function lookAtFrames(
  page: Page,
  cdp: CDPSession,
  options: LookOptions,
): Promise<[FrameLook, ...FrameLook[]]> {
  const looker = new Looker(page, cdp, options);
  const frame = page.mainFrame();
  const look = await looker.look(frame, options.patience ?? MAIN_FRAME_MS);
  const { width, height } = look.viewport;
  const main: FrameLook = {
    frame,
    chain: [],
    owner: '',
    offset: { x: 0, y: 0 },
    sight: { x: 0, y: 0, width, height },
    rows: rowsOf(look.rows),
    look,
  };
  return [main, ...(await looker.inside(main))];
}

/** Whether no frame changed since it was looked at. */
export async function unchanged([main, ...others]: readonly [FrameLook, ...FrameLook[]]): Promise<boolean> {
  const same = [main, ...others].map(async ({ frame, look }) => {
    const now = await ask<string>(frame, 'stamp', CHILD_FRAME_MS).catch(() => null);
    // A child frame that has gone meanwhile takes nothing from what was seen of the rest.
    return now === look.stamp || (now === null && frame !== main.frame);
  });
  return (await Promise.all(same)).every(Boolean);
}
