/** Opens misbehaving pages of the fixture sites in a surface, and acts on them by the names of elements. */
import { test as base } from '../../support/browser.js';
import type { BrowserContext } from 'playwright';

import type { Candidate, Observation, Outcome, PageAction } from '../../../src/contract/index.js';
import {
  createSurface,
  createUnguardedContext,
  type OpenedPage,
  type PageSurface,
} from '../../../src/page/index.js';
import { signal } from '../../support/browser.js';

export { expect, signal } from '../../support/browser.js';

export class Visit {
  constructor(
    readonly site: string,
    readonly surface: PageSurface,
    readonly context: BrowserContext,
  ) {}

  /** Opens a path on the fixture sites, or a URL. */
  open(path: string): Promise<OpenedPage> {
    return this.surface.open(path.startsWith('/') ? this.site + path : path, signal);
  }

  observe(): Promise<Observation> {
    return this.surface.observe({ text: true }, signal);
  }

  async findCandidate(name: string | RegExp): Promise<Candidate> {
    const { candidates } = await this.observe();
    const matches = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text));
    const matchingCandidates = candidates.filter((c) => matches(c.name) || matches(c.text));
    const match = matchingCandidates.find((c) => c.interactive) ?? matchingCandidates[0];
    if (!match) throw new Error(`no ${name} among ${candidates.map((c) => c.name || c.text).join(', ')}`);
    return match;
  }

  async perform(action: PageAction): Promise<Outcome> {
    return (await this.surface.perform(action, signal)).outcome;
  }

  async click(name: string | RegExp): Promise<Outcome> {
    const { uid } = await this.findCandidate(name);
    return this.perform({ intent: 'click', uid });
  }

  /** Adds a link to the top of the page. */
  async addLink(name: string, path: string): Promise<void> {
    await this.context
      .pages()
      .at(-1)!
      .evaluate(
        ([text, href]) => {
          const link = Object.assign(document.createElement('a'), { textContent: text, href });
          document.body.prepend(link);
        },
        [name, this.site + path] as const,
      );
  }

  /** Navigates to a path by script, without waiting for the response. */
  async navigateByScript(path: string): Promise<void> {
    const page = this.context.pages().at(-1)!;
    const request = page.waitForRequest(this.site + path);
    await page.evaluate((url) => void setTimeout(() => location.assign(url)), this.site + path);
    await request;
  }

  /** Clicks a button by script, without waiting for effects. */
  async clickByScript(name: string): Promise<void> {
    const page = this.context.pages().at(-1)!;
    await page.getByRole('button', { name, exact: true }).evaluate((button: HTMLElement) => {
      setTimeout(() => button.click());
    });
  }

  async type(name: string, text: string): Promise<Outcome> {
    const { uid } = await this.findCandidate(name);
    return this.perform({ intent: 'textInput', uid, text });
  }

  readText(): Promise<string> {
    return this.surface.probe.text();
  }

  /** Crashes the renderer process of the latest tab. */
  async crash(): Promise<void> {
    const page = this.context.pages().at(-1)!;
    const crashEvent = page.waitForEvent('crash');
    const cdp = await this.context.newCDPSession(page);
    cdp.send('Page.crash').catch(() => undefined);
    await crashEvent;
  }
}

export const test = base.extend<{
  createVisit(options: NonNullable<Parameters<typeof createSurface>[1]>): Promise<Visit>;
  visit: Visit;
  visitKeepingDialogs: Visit;
}>({
  createVisit: async ({ chromium, fixtureSites, limits }, use) => {
    const openedSurfaces: PageSurface[] = [];
    await use(async (options) => {
      const context = await createUnguardedContext(chromium);
      const surface = await createSurface(context, { ...options, limits: { ...limits, ...options.limits } });
      openedSurfaces.push(surface);
      return new Visit(fixtureSites.url, surface, context);
    });
    await Promise.all(openedSurfaces.map((surface) => surface.close()));
  },
  /** The surface dismisses all dialogs (the default). */
  visit: async ({ createVisit }, use) => {
    await use(await createVisit({}));
  },
  /** All dialogs stay open until the test answers them. */
  visitKeepingDialogs: async ({ createVisit }, use) => {
    await use(await createVisit({ dialogs: 'ask' }));
  },
});

/** Lists the types of an outcome's effects, or its status if it is not `done`. */
export function listEffectTypes(outcome: Outcome): string[] {
  return outcome.status === 'done' ? outcome.effects.map(({ type }) => type) : [outcome.status];
}
