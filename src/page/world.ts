/**
 * The short way to the isolated engine. Playwright puts it into an isolated world of each document; once it is
 * there, the browser's debugger can ask it directly, which costs a third of what a locator costs. Nothing
 * here is needed for things to work: where a world is not known, `ask` goes the long way.
 */
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright';

import { Bell, firstOf } from './patience.js';

const UTILITY = /^__playwright_utility_world/;
const FIND_MS = 2_000;
/** What worlds tell their name by (injected/questions.ts). */
const TELL = 'parleyTell';
/** The name is told before the answer that holds it, but may come another way. */
const TOLD_MS = 300;

/** Like Playwright's own, so that callers need to know one kind only. */
class LateAnswer extends Error {
  override readonly name = 'TimeoutError';
}

/** One document's isolated world. */
export class World {
  readonly #session: CDPSession;
  readonly contextId: number;

  constructor(session: CDPSession, contextId: number) {
    this.#session = session;
    this.contextId = contextId;
  }

  /** The answer as JSON, or null when the world has gone. @throws when there is none in time */
  async answer(asked: string, timeout: number): Promise<string | null> {
    try {
      const { result, exceptionDetails } = await this.#session.send(
        'Runtime.evaluate',
        {
          expression: `parley.answer(${JSON.stringify(asked)})`,
          contextId: this.contextId,
          returnByValue: true,
        },
        { timeout },
      );
      return exceptionDetails || typeof result.value !== 'string' ? null : result.value;
    } catch (error) {
      if (/timeout/i.test(String(error))) throw new LateAnswer(`Timeout ${timeout}ms exceeded.`);
      return null;
    }
  }

  get session(): CDPSession {
    return this.#session;
  }
}

/** Contexts of Playwright's isolated worlds on one debugger session, by the name that each gave itself. */
class Contexts {
  readonly #session: CDPSession;
  readonly #ids = new Set<number>();
  readonly #named = new Map<string, number>();
  readonly #bindings = new Map<string, Promise<unknown>>();
  readonly #told = new Bell<string>();
  #enabled: Promise<unknown> | null = null;

  constructor(session: CDPSession) {
    this.#session = session;
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (!UTILITY.test(context.name)) return;
      this.#ids.add(context.id);
      this.#bind(context.name);
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      this.#ids.delete(executionContextId);
      for (const [world, id] of this.#named) if (id === executionContextId) this.#named.delete(world);
    });
    session.on('Runtime.executionContextsCleared', () => {
      this.#ids.clear();
      this.#named.clear();
    });
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== TELL || !this.#ids.has(executionContextId)) return;
      this.#named.set(payload, executionContextId);
      this.#told.ring(payload);
    });
  }

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  /** Worlds tell their name from here on, so that none has to be asked: a page of many frames has many. */
  async listen(): Promise<void> {
    this.#enabled ??= this.#session.send('Runtime.enable', undefined, { timeout: FIND_MS });
    try {
      await this.#enabled;
    } catch (error) {
      this.#enabled = null;
      throw error;
    }
    await Promise.all(this.#bindings.values());
  }

  /** The context of a world that has just been made to tell its name. */
  async named(world: string): Promise<number | null> {
    if (!this.#named.has(world))
      await firstOf(new Promise<never>(() => undefined), TOLD_MS, null, [
        (ring) => this.#told.hear((told) => told === world && ring(null)),
      ]);
    return this.#named.get(world) ?? null;
  }

  /** In isolated worlds of this name only, those to come too: pages have no way to it. */
  #bind(executionContextName: string): void {
    if (this.#bindings.has(executionContextName)) return;
    const binding = { name: TELL, executionContextName };
    const bound = this.#session
      .send('Runtime.addBinding', binding, { timeout: FIND_MS })
      .catch(() => this.#bindings.delete(executionContextName));
    this.#bindings.set(executionContextName, bound);
  }
}

const contextsOf = new WeakMap<CDPSession, Contexts>();
const worlds = new WeakMap<Frame, { world: World; contexts: Contexts }>();
/** Sessions of frames that run in a process of their own; null for those that do not. */
const ownSessions = new WeakMap<Frame, CDPSession | null>();

/** The world of the frame's present document, if the short way to it is known. */
export function worldOf(frame: Frame): World | null {
  const known = worlds.get(frame);
  if (!known) return null;
  if (known.contexts.has(known.world.contextId)) return known.world;
  worlds.delete(frame);
  return null;
}

async function sessionOf(frame: Frame, page: Page, pageSession: CDPSession): Promise<CDPSession> {
  if (frame === page.mainFrame()) return pageSession;
  let own = ownSessions.get(frame);
  if (own === undefined) {
    const context: BrowserContext = page.context();
    own = await context.newCDPSession(frame).catch(() => null);
    ownSessions.set(frame, own);
  }
  return own ?? pageSession;
}

async function listening(frame: Frame, page: Page, pageSession: CDPSession): Promise<[CDPSession, Contexts]> {
  const session = await sessionOf(frame, page, pageSession);
  let contexts = contextsOf.get(session);
  if (!contexts) contextsOf.set(session, (contexts = new Contexts(session)));
  await contexts.listen();
  return [session, contexts];
}

/**
 * Looks for the short way to a frame's world.
 *
 * @param asked asks the world for its name, the long way
 * @throws what `asked` throws; nothing else, since the long way stays open
 */
export async function findWorld(
  frame: Frame,
  page: Page,
  pageSession: CDPSession,
  asked: () => Promise<string>,
): Promise<void> {
  const found = await listening(frame, page, pageSession).catch(() => null);
  const name = await asked();
  if (!found) return;
  const [session, contexts] = found;
  const id = await contexts.named(name);
  if (id !== null) worlds.set(frame, { world: new World(session, id), contexts });
}
