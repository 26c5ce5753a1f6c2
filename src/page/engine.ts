/**
 * Node's side of the isolated engine: registers it once per process, finds elements by it, and asks it for
 * JSON. Questions go straight to the engine's world through the browser's debugger where that is known
 * (world.ts), and through Playwright's selector engine, which puts the engine there, otherwise.
 */
import { readFileSync } from 'node:fs';
import type { ElementHandle, Frame, Locator } from 'playwright';

import { capped } from './patience.js';
import { worldOf } from './world.js';
import { playwright } from './browser/playwright.js';

let name = 'parley';
let registrations = 0;
let registered: Promise<void> | null = null;

/** The bundle lies in `dist/` whether this file runs compiled or from source (tests). */
function source(): string {
  const bundle = readFileSync(new URL('../../dist/page/injected/engine.js', import.meta.url), 'utf8');
  return `(() => { ${bundle}; return parleyEngine.createEngine(); })()`;
}

/**
 * Contexts that are made from here on know the engine. One that was there before (that of a browser which was
 * joined) learns only of engines that are registered after it was found: `anew`, under another name.
 */
export function registerEngine(anew = false): Promise<void> {
  if (registered && !anew) return registered;
  name = registrations === 0 ? 'parley' : `parley${registrations}`;
  registrations++;
  registered = playwright().selectors.register(name, { content: source() }, { contentScript: true });
  return registered;
}

/** The element with this id, in the frame where it was seen. */
export function locate(frame: Frame, uid: string): Locator {
  return frame.locator(`${name}=uid:${uid}`);
}

/** A question with its arguments as `ask` takes it: `probe:1b2c…`. */
export function question(verb: string, ...args: (string | number)[]): string {
  // What a selector may not hold (`>>`, quotes, colons) never stands in it.
  const part = (arg: string | number): string => encodeURIComponent(arg).replace(/'/g, '%27');
  return [verb, ...args.map(part)].join(':');
}

/**
 * One question to the page, answered in a world that page code can neither see nor spoil.
 *
 * @throws Playwright's TimeoutError or navigation errors; callers decide what they mean
 */
export async function ask<T>(frame: Frame, asked: string, timeout: number): Promise<T> {
  const world = worldOf(frame);
  const json =
    (await world?.answer(asked, timeout)) ??
    // `textContent()` resolves in the utility world and, unlike `evaluate`, has a time limit of its own.
    (await frame.locator(`${name}=${asked}`).textContent({ timeout }));
  return JSON.parse(json ?? 'null') as T;
}

/** `object` and `embed` show documents too, but only the frame knows of its element there. */
async function shownBy(outer: Frame, owner: ElementHandle): Promise<Frame | null> {
  for (const frame of outer.childFrames()) {
    const holder = await frame.frameElement().catch(() => null);
    if (!holder) continue;
    try {
      if (await owner.evaluate((one, other) => one === other, holder)) return frame;
    } finally {
      void holder.dispose().catch(() => undefined);
    }
  }
  return null;
}

/** The frame that an element shows, or null when it shows none or has gone. */
export async function frameIn(outer: Frame, uid: string, timeout: number): Promise<Frame | null> {
  // One that has gone is not waited for, as `elementHandle()` would.
  const [owner] = (await capped(locate(outer, uid).elementHandles(), timeout)) ?? [];
  if (!owner) return null;
  try {
    return (await capped(owner.contentFrame(), timeout)) ?? (await capped(shownBy(outer, owner), timeout));
  } finally {
    // It is let go with its document at the latest.
    void owner.dispose().catch(() => undefined);
  }
}
