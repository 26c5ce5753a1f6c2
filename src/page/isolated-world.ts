/**
 * Direct debugger access to the injected engine. Playwright puts the engine into an isolated world of each document.
 * A query through the debugger costs a third of a locator call. Where the world is unknown, `ask` uses a locator.
 */
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright';

import { Listeners, raceInterruptions } from './timeouts.js';

const UTILITY_WORLD_NAME = /^__playwright_utility_world/;
const FIND_TIMEOUT_MS = 2_000;
/** The binding through which worlds report their name (injected/queries.ts). */
const NAME_BINDING = 'parleyReportName';
/** The binding call may arrive later than the answer with the name. */
const NAME_TIMEOUT_MS = 300;

/** Named like Playwright's error, so that callers need to handle only one kind. */
class AnswerTimeout extends Error {
  override readonly name = 'TimeoutError';
}

/** One document's isolated world. */
export class IsolatedWorld {
  readonly #session: CDPSession;
  readonly contextId: number;
  /** Id of the frame in the DevTools protocol; '' if unknown. */
  readonly frameId: string;

  constructor(session: CDPSession, contextId: number, frameId: string) {
    this.#session = session;
    this.contextId = contextId;
    this.frameId = frameId;
  }

  /** The answer as JSON, or null if the world is gone. @throws after the timeout */
  async ask(query: string, timeout: number): Promise<string | null> {
    try {
      const { result, exceptionDetails } = await this.#session.send(
        'Runtime.evaluate',
        {
          expression: `parley.answer(${JSON.stringify(query)})`,
          contextId: this.contextId,
          returnByValue: true,
        },
        { timeout },
      );
      return exceptionDetails || typeof result.value !== 'string' ? null : result.value;
    } catch (error) {
      if (/timeout/i.test(String(error))) throw new AnswerTimeout(`Timeout ${timeout}ms exceeded.`);
      return null;
    }
  }

  get session(): CDPSession {
    return this.#session;
  }
}

/** The execution contexts of Playwright's isolated worlds in one debugger session, indexed by reported name. */
class Contexts {
  readonly #session: CDPSession;
  /** Frame ids by context id. */
  readonly #ids = new Map<number, string>();
  readonly #idsByName = new Map<string, number>();
  readonly #bindings = new Map<string, Promise<unknown>>();
  readonly #reportedNames = new Listeners<string>();
  #enabled: Promise<unknown> | null = null;

  constructor(session: CDPSession) {
    this.#session = session;
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (!UTILITY_WORLD_NAME.test(context.name)) return;
      const { frameId = '' } = (context.auxData ?? {}) as { frameId?: string };
      this.#ids.set(context.id, frameId);
      this.#bind(context.name);
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      this.#ids.delete(executionContextId);
      for (const [world, id] of this.#idsByName) if (id === executionContextId) this.#idsByName.delete(world);
    });
    session.on('Runtime.executionContextsCleared', () => {
      this.#ids.clear();
      this.#idsByName.clear();
    });
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== NAME_BINDING || !this.#ids.has(executionContextId)) return;
      this.#idsByName.set(payload, executionContextId);
      this.#reportedNames.notify(payload);
    });
  }

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  frameIdOf(id: number): string {
    return this.#ids.get(id) ?? '';
  }

  /** Lets worlds report their names, so that a page with many frames needs no query per frame. */
  async listen(): Promise<void> {
    this.#enabled ??= this.#session.send('Runtime.enable', undefined, { timeout: FIND_TIMEOUT_MS });
    try {
      await this.#enabled;
    } catch (error) {
      this.#enabled = null;
      throw error;
    }
    await Promise.all(this.#bindings.values());
  }

  /** The context of a world that has just been asked to report its name. */
  async findByName(world: string): Promise<number | null> {
    if (!this.#idsByName.has(world))
      await raceInterruptions(new Promise<never>(() => undefined), NAME_TIMEOUT_MS, null, [
        (notify) => this.#reportedNames.listen((name) => name === world && notify(null)),
      ]);
    return this.#idsByName.get(world) ?? null;
  }

  /** Adds the binding to present and future isolated worlds of this name. Page code cannot reach it. */
  #bind(executionContextName: string): void {
    if (this.#bindings.has(executionContextName)) return;
    const binding = { name: NAME_BINDING, executionContextName };
    const bound = this.#session
      .send('Runtime.addBinding', binding, { timeout: FIND_TIMEOUT_MS })
      .catch(() => this.#bindings.delete(executionContextName));
    this.#bindings.set(executionContextName, bound);
  }
}

const contextsOf = new WeakMap<CDPSession, Contexts>();
const worlds = new WeakMap<Frame, { world: IsolatedWorld; contexts: Contexts }>();
/** Debugger sessions of out-of-process frames; null for frames in the page's process. */
const ownSessions = new WeakMap<Frame, CDPSession | null>();

/** The isolated world of the frame's current document; null if it is unknown. */
export function worldOf(frame: Frame): IsolatedWorld | null {
  const known = worlds.get(frame);
  if (!known) return null;
  if (known.contexts.has(known.world.contextId)) return known.world;
  worlds.delete(frame);
  return null;
}

async function sessionOf(frame: Frame, page: Page, pageSession: CDPSession): Promise<CDPSession> {
  if (frame === page.mainFrame()) return pageSession;
  let ownSession = ownSessions.get(frame);
  if (ownSession === undefined) {
    const context: BrowserContext = page.context();
    ownSession = await context.newCDPSession(frame).catch(() => null);
    ownSessions.set(frame, ownSession);
  }
  return ownSession ?? pageSession;
}

async function listenToContexts(
  frame: Frame,
  page: Page,
  pageSession: CDPSession,
): Promise<[CDPSession, Contexts]> {
  const session = await sessionOf(frame, page, pageSession);
  let contexts = contextsOf.get(session);
  if (!contexts) contextsOf.set(session, (contexts = new Contexts(session)));
  await contexts.listen();
  return [session, contexts];
}

/**
 * Finds a frame's isolated world, which later queries then use directly.
 *
 * @param readWorldName asks the world for its name through a locator
 * @throws only what `readWorldName` throws, because direct access is optional
 */
export async function findWorld(
  frame: Frame,
  page: Page,
  pageSession: CDPSession,
  readWorldName: () => Promise<string>,
): Promise<void> {
  const listener = await listenToContexts(frame, page, pageSession).catch(() => null);
  const name = await readWorldName();
  if (!listener) return;
  const [session, contexts] = listener;
  const id = await contexts.findByName(name);
  if (id !== null)
    worlds.set(frame, { world: new IsolatedWorld(session, id, contexts.frameIdOf(id)), contexts });
}
