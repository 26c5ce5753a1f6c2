/**
 * Controls the engine (a script) that runs in each frame: registers it with Playwright, locates elements, and sends
 * queries that it answers in JSON. Queries go through the debugger if the frame's isolated world is known
 * (isolated-world.ts). Otherwise they go through a Playwright locator, which first injects the engine if necessary.
 */
import { readFileSync } from 'node:fs';
import type { ElementHandle, Frame, Locator } from 'playwright';

import { withTimeout } from './timeouts.js';
import { worldOf } from './isolated-world.js';
import { loadPlaywright } from './browser/playwright.js';

let engineName = 'parley';
let registrationCount = 0;
let registration: Promise<void> | null = null;

/** Reads the bundle from `dist/`, even when this file runs from source in tests. */
function readEngineSource(): string {
  const bundle = readFileSync(new URL('../../dist/page/injected/engine.js', import.meta.url), 'utf8');
  return `(() => { ${bundle}; return parleyEngine.createEngine(); })()`;
}

/**
 * Registers the engine for contexts that are created later. The existing context of a connected browser accepts only
 * engines that are registered after the connection. `underNewName` therefore registers the engine again.
 */
export function registerEngine(underNewName = false): Promise<void> {
  if (registration && !underNewName) return registration;
  engineName = registrationCount === 0 ? 'parley' : `parley${registrationCount}`;
  registrationCount++;
  registration = loadPlaywright().selectors.register(
    engineName,
    { content: readEngineSource() },
    { contentScript: true },
  );
  return registration;
}

/** Locates the element with this id in its frame. */
export function locate(frame: Frame, uid: string): Locator {
  return frame.locator(`${engineName}=uid:${uid}`);
}

/** Formats a query and its arguments for `queryEngine`: `probe:1b2c…`. */
export function formatQuery(queryName: string, ...args: (string | number)[]): string {
  // Escapes characters that have a meaning in selectors: `>>`, quotes, colons.
  const encodeArgument = (arg: string | number): string => encodeURIComponent(arg).replace(/'/g, '%27');
  return [queryName, ...args.map(encodeArgument)].join(':');
}

/**
 * Sends a query to the engine in the page. Page code can neither see nor change the engine's world.
 *
 * @throws Playwright's TimeoutError or navigation errors; callers interpret them
 */
export async function queryEngine<T>(frame: Frame, query: string, timeout: number): Promise<T> {
  const world = worldOf(frame);
  const json =
    (await world?.query(query, timeout)) ??
    // `textContent()` runs in the utility world and, unlike `evaluate`, has a timeout.
    (await frame.locator(`${engineName}=${query}`).textContent({ timeout }));
  return JSON.parse(json ?? 'null') as T;
}

/** Finds the frame of an `object` or `embed` element: the child frame whose owner element is this element. */
async function findPluginFrame(outer: Frame, owner: ElementHandle): Promise<Frame | null> {
  for (const frame of outer.childFrames()) {
    const frameElement = await frame.frameElement().catch(() => null);
    if (!frameElement) continue;
    try {
      if (await owner.evaluate((element, other) => element === other, frameElement)) return frame;
    } finally {
      void frameElement.dispose().catch(() => undefined);
    }
  }
  return null;
}

/** The child frame in this element. @returns null if it contains no frame or was removed */
export async function findChildFrame(outer: Frame, uid: string, timeout: number): Promise<Frame | null> {
  // Unlike `elementHandle()`, this does not wait if the element was removed.
  const [owner] = (await withTimeout(locate(outer, uid).elementHandles(), timeout)) ?? [];
  if (!owner) return null;
  try {
    return (
      (await withTimeout(owner.contentFrame(), timeout)) ??
      (await withTimeout(findPluginFrame(outer, owner), timeout))
    );
  } finally {
    // A failure is harmless: the handle is released with its document.
    void owner.dispose().catch(() => undefined);
  }
}
