/**
 * Every frame of a page, each looked at in one pass of its own: where it stands in the top-level viewport, what
 * of it is in sight, and its rows.
 */
import type { CDPSession, Frame, Page } from 'playwright';

import type { Box, ObservationSpec } from '../../contract/index.js';
import type { WireLook } from '../injected/wire.js';
import { ask, frameIn, question } from '../engine.js';
import { holderOf, noteHolder } from '../inside-frames.js';
import { capped } from '../patience.js';
import { findWorld, worldOf } from '../world.js';
import { adoptClosedRoots } from './closed-roots.js';
import { placeOf, UNMOVED, type Placing } from './placing.js';
import { rowsOf, type Row } from './rows.js';

const MAIN_FRAME_MS = 15_000;
const CHILD_FRAME_MS = 3_000;
/** For all frames inside the main one together; the main one's look is never lost to them. */
const ALL_CHILDREN_MS = 4_000;
/** Inside the main one, of those that are large enough; those in sight come first. */
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

export interface FrameLook extends Placing {
  frame: Frame;
  /** Addresses of the frames from the top down to this one; none for the main frame. */
  chain: string[];
  /** The element that holds it, in the frame above; '' for the main frame. */
  owner: string;
  /** What of it is in sight, in top-level coordinates. */
  sight: Box;
  /** Its element stands behind a modal dialog or is inert, and so is all that is in it. */
  behind: boolean;
  rows: Row[];
  look: WireLook;
}

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
  #children = 0;
  #until = Infinity;

  constructor(page: Page, cdp: CDPSession, options: LookOptions) {
    this.#page = page;
    this.#cdp = cdp;
    this.#options = options;
  }

  /** One frame's look; taken again where closed shadow roots came to light. */
  async look(frame: Frame, timeout: number): Promise<WireLook> {
    if (!worldOf(frame))
      await findWorld(frame, this.#page, this.#cdp, () => ask<string>(frame, 'world', timeout));
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

  /**
   * The frames inside one that was looked at, and those inside them, into `found`, in the order of the page.
   * What vanishes or hangs is left out.
   */
  async inside(outer: FrameLook, found: Branch[]): Promise<void> {
    const large = outer.rows.filter(
      ({ visible, content }) => visible && content && isLarge(placeOf(content, outer)),
    );
    const room = Math.max(0, MOST_FRAMES - this.#children);
    const inSight = (row: Row): number => Number(showsIn(row, outer));
    const chosen = new Set(large.toSorted((a, b) => inSight(b) - inSight(a)).slice(0, room));
    this.#children += chosen.size;
    const known = new Map(outer.frame.childFrames().map((frame) => [holderOf(frame), frame]));
    const looks = large
      .filter((row) => chosen.has(row))
      .map(async (row) => {
        const branch: Branch = { look: null, inside: [] };
        found.push(branch);
        const frame =
          known.get(row.uid) ?? (await frameIn(outer.frame, row.uid, this.#left()).catch(() => null));
        if (!frame) return;
        noteHolder(frame, row.uid);
        const look = await this.look(frame, this.#left()).catch(() => null);
        if (!look) return;
        branch.look = frameLook(frame, row, outer, look);
        await this.inside(branch.look, branch.inside);
      });
    await Promise.all(looks);
  }

  /** For one more question about a frame inside, milliseconds. */
  #left(): number {
    return Math.max(1, Math.min(CHILD_FRAME_MS, this.#until - performance.now()));
  }

  /** All frames inside the main one that can be read in time. */
  async children(main: FrameLook): Promise<FrameLook[]> {
    const found: Branch[] = [];
    this.#until = performance.now() + ALL_CHILDREN_MS;
    await capped(this.inside(main, found), ALL_CHILDREN_MS);
    return found.flatMap(looksOf);
  }
}

/** A frame whose look may still be missing, and those inside it. */
interface Branch {
  look: FrameLook | null;
  inside: Branch[];
}

function looksOf({ look, inside }: Branch): FrameLook[] {
  return look ? [look, ...inside.flatMap(looksOf)] : [];
}

function isLarge({ width, height }: Box): boolean {
  return width >= LEAST_FRAME && height >= LEAST_FRAME;
}

function showsIn({ content, scrolledAway }: Row, outer: FrameLook): boolean {
  if (!content || scrolledAway) return false;
  const { width, height } = overlap(placeOf(content, outer), outer.sight);
  return width > 0 && height > 0;
}

function frameLook(frame: Frame, row: Row, outer: FrameLook, look: WireLook): FrameLook {
  const content = row.content!;
  const box = placeOf(content, outer);
  return {
    frame,
    chain: [...outer.chain, frame.url()],
    owner: row.uid,
    offset: { x: box.x, y: box.y },
    scale: { x: outer.scale.x * content.scaleX, y: outer.scale.y * content.scaleY },
    sight: row.scrolledAway ? { ...box, width: 0, height: 0 } : overlap(box, outer.sight),
    behind: outer.behind || row.behind || content.inert === true,
    rows: rowsOf(look.rows),
    look,
  };
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
    ...UNMOVED,
    behind: false,
    sight: { x: 0, y: 0, width, height },
    rows: rowsOf(look.rows),
    look,
  };
  return [main, ...(await looker.children(main))];
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
