/**
 * Accesses the injected engine through the debugger. Playwright puts the engine into an isolated world of each document.
 * A query through the debugger costs a third of a locator call. If the world is unknown, `queryEngine` uses a locator.
 */
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright';

import { Listeners, raceInterruptions } from './timeouts.js';

const UTILITY_WORLD_NAME = /^__playwright_utility_world/;
const FIND_TIMEOUT_MS = 2_000;
/** The binding through which worlds report their name (injected/queries.ts). */
const NAME_BINDING = 'parleyReportName';
/** How long to wait for the binding call, which may arrive later than the answer to the query that caused it. */
const NAME_TIMEOUT_MS = 300;

/** Has the same name as Playwright's error, so that callers need to handle only one kind of error. */
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
  async query(query: string, timeout: number): Promise<string | null> {
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
class ExecutionContexts {
  readonly #session: CDPSession;
  /** Frame ids by context id. */
  readonly #frameIds = new Map<number, string>();
  readonly #idsByName = new Map<string, number>();
  readonly #bindings = new Map<string, Promise<unknown>>();
  readonly #reportedNames = new Listeners<string>();
  #enablePromise: Promise<unknown> | null = null;

  constructor(session: CDPSession) {
    this.#session = session;
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (!UTILITY_WORLD_NAME.test(context.name)) return;
      const { frameId = '' } = (context.auxData ?? {}) as { frameId?: string };
      this.#frameIds.set(context.id, frameId);
      this.#bind(context.name);
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      this.#frameIds.delete(executionContextId);
      for (const [worldName, id] of this.#idsByName)
        if (id === executionContextId) this.#idsByName.delete(worldName);
    });
    session.on('Runtime.executionContextsCleared', () => {
      this.#frameIds.clear();
      this.#idsByName.clear();
    });
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== NAME_BINDING || !this.#frameIds.has(executionContextId)) return;
      this.#idsByName.set(payload, executionContextId);
      this.#reportedNames.notify(payload);
    });
  }

  has(id: number): boolean {
    return this.#frameIds.has(id);
  }

  frameIdOf(id: number): string {
    return this.#frameIds.get(id) ?? '';
  }

  /** Lets worlds report their names, so that a page with many frames needs no query per frame. */
  async listen(): Promise<void> {
    this.#enablePromise ??= this.#session.send('Runtime.enable', undefined, { timeout: FIND_TIMEOUT_MS });
    try {
      await this.#enablePromise;
    } catch (error) {
      this.#enablePromise = null;
      throw error;
    }
    await Promise.all(this.#bindings.values());
  }

  /** The context of a world that has just been asked to report its name. */
  async findByName(worldName: string): Promise<number | null> {
    if (!this.#idsByName.has(worldName))
      await raceInterruptions(new Promise<never>(() => undefined), NAME_TIMEOUT_MS, null, [
        (notify) => this.#reportedNames.listen((name) => name === worldName && notify(null)),
      ]);
    return this.#idsByName.get(worldName) ?? null;
  }

  /** Adds the binding to present and future isolated worlds of this name. Page code cannot reach it. */
  #bind(executionContextName: string): void {
    if (this.#bindings.has(executionContextName)) return;
    const binding = { name: NAME_BINDING, executionContextName };
    const bindingPromise = this.#session
      .send('Runtime.addBinding', binding, { timeout: FIND_TIMEOUT_MS })
      .catch(() => this.#bindings.delete(executionContextName));
    this.#bindings.set(executionContextName, bindingPromise);
  }
}

const contextsBySession = new WeakMap<CDPSession, ExecutionContexts>();
const worldsByFrame = new WeakMap<Frame, { world: IsolatedWorld; contexts: ExecutionContexts }>();
/** Debugger sessions of out-of-process frames; null for frames in the page's process. */
const frameSessions = new WeakMap<Frame, CDPSession | null>();

/** The isolated world of the frame's current document; null if it is unknown. */
export function worldOf(frame: Frame): IsolatedWorld | null {
  const entry = worldsByFrame.get(frame);
  if (!entry) return null;
  if (entry.contexts.has(entry.world.contextId)) return entry.world;
  worldsByFrame.delete(frame);
  return null;
}

async function getFrameSession(frame: Frame, page: Page, pageSession: CDPSession): Promise<CDPSession> {
  if (frame === page.mainFrame()) return pageSession;
  let frameSession = frameSessions.get(frame);
  if (frameSession === undefined) {
    const context: BrowserContext = page.context();
    frameSession = await context.newCDPSession(frame).catch(() => null);
    frameSessions.set(frame, frameSession);
  }
  return frameSession ?? pageSession;
}

async function listenToContexts(
  frame: Frame,
  page: Page,
  pageSession: CDPSession,
): Promise<[CDPSession, ExecutionContexts]> {
  const session = await getFrameSession(frame, page, pageSession);
  let contexts = contextsBySession.get(session);
  if (!contexts) contextsBySession.set(session, (contexts = new ExecutionContexts(session)));
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
  const connection = await listenToContexts(frame, page, pageSession).catch(() => null);
  const name = await readWorldName();
  if (!connection) return;
  const [session, contexts] = connection;
  const id = await contexts.findByName(name);
  if (id !== null)
    worldsByFrame.set(frame, { world: new IsolatedWorld(session, id, contexts.frameIdOf(id)), contexts });
}
