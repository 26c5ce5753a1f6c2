/**
 * The short way to the isolated engine. Playwright puts it into an isolated world of each document; once it is
 * there, the browser's debugger can ask it directly, which costs a third of what a locator costs. Nothing
 * here is needed for things to work: where a world is not known, `ask` goes the long way.
 */
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright';

const UTILITY = /^__playwright_utility_world/;
const FIND_MS = 2_000;
/** Contexts that are asked for their name at most: a page of many frames has many. */
const MOST_CONTEXTS = 200;

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

/** Contexts of Playwright's isolated worlds on one debugger session. */
class Contexts {
  readonly session: CDPSession;
  readonly #ids = new Set<number>();
  #enabled: Promise<unknown> | null = null;

  constructor(session: CDPSession) {
    this.session = session;
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (UTILITY.test(context.name)) this.#ids.add(context.id);
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      this.#ids.delete(executionContextId);
    });
    session.on('Runtime.executionContextsCleared', () => this.#ids.clear());
  }

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  async find(world: string): Promise<number | null> {
    await (this.#enabled ??= this.session.send('Runtime.enable', undefined, { timeout: FIND_MS }));
    const asked = [...this.#ids].slice(-MOST_CONTEXTS).map(async (contextId) => {
      const { result } = await this.session.send(
        'Runtime.evaluate',
        { expression: 'globalThis.parley?.world', contextId, returnByValue: true },
        { timeout: FIND_MS },
      );
      return result.value === world ? contextId : null;
    });
    const answers = await Promise.all(asked.map((one) => one.catch(() => null)));
    return answers.find((id) => id !== null) ?? null;
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

/**
 * Looks for the short way to a frame's world.
 *
 * @param name what the world calls itself, learnt the long way
 */
export async function findWorld(
  frame: Frame,
  page: Page,
  pageSession: CDPSession,
  name: string,
): Promise<void> {
  try {
    const session = await sessionOf(frame, page, pageSession);
    let contexts = contextsOf.get(session);
    if (!contexts) contextsOf.set(session, (contexts = new Contexts(session)));
    const id = await contexts.find(name);
    if (id !== null) worlds.set(frame, { world: new World(session, id), contexts });
  } catch {
    // The long way stays open.
  }
}
