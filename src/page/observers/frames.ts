/**
 * Every frame of a page, each looked at in one pass of its own: where it stands in the top-level viewport, what
 * of it is in sight, and its rows.
 */
import type { CDPSession, Frame, Page } from 'playwright';

import type { Box, ObservationSpec } from '../../contract/index.js';
import type { WireLook } from '../injected/wire.js';
import { ask, frameIn, question } from '../engine.js';
import { holderOf, noteHolder } from '../inside-frames.js';
import { LIMITS } from '../limits.js';
import { findWorld, worldOf } from '../world.js';
import { adoptClosedRoots } from './closed-roots.js';
import { pastTheCrowd } from './crowd.js';
import { Headway, type Standing } from './headway.js';
import { placeOf, UNMOVED, type Placing } from './placing.js';
import { rowsOf, type Row } from './rows.js';

const MAIN_FRAME_MS = 15_000;
const CHILD_FRAME_MS = 3_000;
/** For all frames inside the main one together; the main one's look is never lost to them. */
const ALL_CHILDREN_MS = 4_000;
/** For the question whether a frame is still as it was read. */
const STAMP_MS = 500;
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
  /** How many frames inside the main one are read, of those that are large enough: those that show most. */
  most?: number;
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

/** What is not in a look. */
export interface LeftOut {
  /** Frames that show something, but are more than are read in one look. */
  crowd: number;
  /** Frames that gave no answer in time. */
  silent: number;
  /** How many frames the page had when it was stopped from loading more; 0 where it was not. */
  stoppedAt: number;
  /** How many elements documents have that were not read to their end; 0 where all were. */
  beyond: number;
}

export interface PageLook {
  frames: [FrameLook, ...FrameLook[]];
  leftOut: LeftOut;
}

/** Frames that gave no answer when they were last asked. */
const silent = new WeakSet<Frame>();

function standingOf(frame: Frame | null): Standing {
  if (!frame) return 'new';
  return silent.has(frame) ? 'doubtful' : 'known';
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
  /** Frames that show something, beyond the most that are read. */
  crowd = 0;

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
  async inside(outer: FrameLook, found: Branch[], headway: Headway): Promise<void> {
    const large = outer.rows.filter(
      ({ visible, content }) => visible && content && isLarge(placeOf(content, outer)),
    );
    const room = Math.max(0, (this.#options.most ?? LIMITS.frames) - this.#children);
    const chosen = new Set(large.toSorted((a, b) => showsMore(a, b, outer)).slice(0, room));
    this.#children += chosen.size;
    this.crowd += large.length - chosen.size;
    const known = new Map(outer.frame.childFrames().map((frame) => [holderOf(frame), frame]));
    const looks = large
      .filter((row) => chosen.has(row))
      .map(async (row) => {
        const branch: Branch = { frame: known.get(row.uid) ?? null, answer: 'none', look: null, inside: [] };
        found.push(branch);
        // Those inside it count by themselves.
        await (
          await headway.whole(standingOf(branch.frame), () => this.#branch(branch, row, outer, headway))
        ).inside;
      });
    await Promise.all(looks);
  }

  /** @returns how the reading of the frames inside this one goes on */
  async #branch(
    branch: Branch,
    row: Row,
    outer: FrameLook,
    headway: Headway,
  ): Promise<{ inside?: Promise<void> }> {
    const timeout = (): number => Math.min(CHILD_FRAME_MS, headway.left);
    branch.frame ??= await headway.step(frameIn(outer.frame, row.uid, timeout()).catch(() => null));
    const { frame } = branch;
    if (!frame) {
      branch.answer = 'gone';
      return {};
    }
    noteHolder(frame, row.uid);
    const look = await headway.step(this.look(frame, timeout())).catch(() => null);
    if (!look) {
      branch.answer = frame.isDetached() ? 'gone' : 'none';
      return {};
    }
    silent.delete(frame);
    branch.answer = 'read';
    branch.look = frameLook(frame, row, outer, look);
    return { inside: this.inside(branch.look, branch.inside, headway) };
  }

  /** All frames inside the main one that can be read in time, and how many gave no answer. */
  async children(main: FrameLook, pace: number): Promise<{ read: FrameLook[]; silent: number }> {
    const found: Branch[] = [];
    const headway = new Headway(ALL_CHILDREN_MS, pace);
    // What comes after the end is nobody's any more.
    void this.inside(main, found, headway).catch(() => undefined);
    await headway.over();
    const mute = found
      .flatMap(branchesOf)
      .filter(({ answer, frame }) => answer === 'none' && !frame?.isDetached());
    for (const { frame } of mute) if (frame) silent.add(frame);
    return { read: found.flatMap(looksOf), silent: mute.length };
  }
}

/** A frame whose look may still be missing, and those inside it. */
interface Branch {
  /** Null until it is known which one its element shows. */
  frame: Frame | null;
  answer: 'none' | 'gone' | 'read';
  look: FrameLook | null;
  inside: Branch[];
}

function branchesOf(branch: Branch): Branch[] {
  return [branch, ...branch.inside.flatMap(branchesOf)];
}

function looksOf(branch: Branch): FrameLook[] {
  return branchesOf(branch).flatMap(({ look }) => look ?? []);
}

function isLarge({ width, height }: Box): boolean {
  return width >= LEAST_FRAME && height >= LEAST_FRAME;
}

/** What shows most of itself comes first, then what is largest. */
function showsMore(a: Row, b: Row, outer: FrameLook): number {
  const area = ({ width, height }: Box): number => width * height;
  const shown = ({ content, scrolledAway }: Row): number =>
    scrolledAway ? 0 : area(overlap(placeOf(content!, outer), outer.sight));
  return shown(b) - shown(a) || area(b.content!) - area(a.content!);
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
export async function lookAtFrames(page: Page, cdp: CDPSession, options: LookOptions): Promise<PageLook> {
  const looker = new Looker(page, cdp, options);
  const frame = page.mainFrame();
  const began = performance.now();
  const looking = looker.look(frame, options.patience ?? MAIN_FRAME_MS);
  const { value: look, stoppedAt } = await pastTheCrowd(page, cdp, looking);
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
  const inside = await looker.children(main, performance.now() - began);
  const beyond = [main, ...inside.read].reduce((sum, one) => sum + (one.look.beyond ?? 0), 0);
  return {
    frames: [main, ...inside.read],
    leftOut: { crowd: looker.crowd, silent: inside.silent, stoppedAt, beyond },
  };
}

/** Whether no frame changed since it was looked at. */
export async function unchanged([main, ...others]: PageLook['frames']): Promise<boolean> {
  const same = [main, ...others].map(async ({ frame, look }) => {
    const ms = frame === main.frame ? CHILD_FRAME_MS : STAMP_MS;
    const now = await ask<string>(frame, 'stamp', ms).catch(() => null);
    // A child frame that has gone meanwhile takes nothing from what was seen of the rest.
    return now === look.stamp || (now === null && frame !== main.frame);
  });
  return (await Promise.all(same)).every(Boolean);
}
