/** The test fixture `site`: serves pages by their path. */
import { test as base } from './browser.js';
import { answerWithPages, serve } from './server.js';

interface Site {
  site(htmlByPath: Record<string, string>): Promise<string>;
}

export const test = base.extend<Site>({
  site: async ({}, use) => {
    const servers: { close(): Promise<void> }[] = [];
    await use(async (htmlByPath) => {
      const server = await serve(answerWithPages(htmlByPath));
      servers.push(server);
      return server.url;
    });
    await Promise.all(servers.map((server) => server.close()));
  },
});
