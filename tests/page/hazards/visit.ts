/** A surface on the practice sites' misbehaving pages, with the few moves that tests make there. */
import { test as base } from '../../support/browser.js';
import type { BrowserContext } from 'playwright';

import { startFixtures, type Fixtures } from '../../../fixtures/server.mjs';
import type { Candidate, Observation, Outcome, PageAction } from '../../../src/contract/index.js';
import { createSurface, newContext, type OpenedPage, type PageSurface } from '../../../src/page/index.js';
import { signal } from '../../support/browser.js';

export { expect, signal } from '../../support/browser.js';

export class Visit {
  constructor(
    readonly site: string,
    readonly surface: PageSurface,
    readonly context: BrowserContext,
  ) {}

  /** A path of the practice sites, or a whole address. */
  open(path: string): Promise<OpenedPage> {
    return this.surface.open(path.startsWith('/') ? this.site + path : path, signal);
  }

  look(): Promise<Observation> {
    return this.surface.observe({ text: true }, signal);
  }

  async find(name: string | RegExp): Promise<Candidate> {
    const { candidates } = await this.look();
    const fits = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text));
    const fitting = candidates.filter((c) => fits(c.name) || fits(c.text));
    const found = fitting.find((c) => c.interactive) ?? fitting[0];
    if (!found) throw new Error(`no ${name} among ${candidates.map((c) => c.name || c.text).join(', ')}`);
    return found;
  }

  async act(act: PageAction): Promise<Outcome> {
    return (await this.surface.perform(act, signal)).outcome;
  }

  async press(name: string | RegExp): Promise<Outcome> {
    const { uid } = await this.find(name);
    return this.act({ intent: 'click', uid });
  }

  /** Presses a button of the page from within, without waiting for what comes of it. */
  async begin(name: string): Promise<void> {
    const page = this.context.pages().at(-1)!;
    await page.getByRole('button', { name, exact: true }).evaluate((button: HTMLElement) => {
      setTimeout(() => button.click());
    });
  }

  async type(name: string, text: string): Promise<Outcome> {
    const { uid } = await this.find(name);
    return this.act({ intent: 'textInput', uid, text });
  }

  text(): Promise<string> {
    return this.surface.probe.text();
  }

  /** Kills the process of the tab that was opened last. */
  async crash(): Promise<void> {
    const page = this.context.pages().at(-1)!;
    const crashed = page.waitForEvent('crash');
    const cdp = await this.context.newCDPSession(page);
    cdp.send('Page.crash').catch(() => undefined);
    await crashed;
  }
}

export const test = base.extend<
  {
    visitWith(options: NonNullable<Parameters<typeof createSurface>[1]>): Promise<Visit>;
    visit: Visit;
    asked: Visit;
  },
  { site: Fixtures }
>({
  site: [
    async ({}, use) => {
      const site = await startFixtures();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  visitWith: async ({ chromium, site }, use) => {
    const opened: PageSurface[] = [];
    await use(async (options) => {
      const context = await newContext(chromium);
      const surface = await createSurface(context, options);
      opened.push(surface);
      return new Visit(site.url, surface, context);
    });
    await Promise.all(opened.map((surface) => surface.close()));
  },
  /** Nobody is there to answer dialogs. */
  visit: async ({ visitWith }, use) => {
    await use(await visitWith({}));
  },
  /** Dialogs stay open until they are answered. */
  asked: async ({ visitWith }, use) => {
    await use(await visitWith({ dialogs: 'ask' }));
  },
});

/** The kinds of an outcome's effects; its status where it has none. */
export function effects(outcome: Outcome): string[] {
  return outcome.status === 'done' ? outcome.effects.map(({ type }) => type) : [outcome.status];
}
