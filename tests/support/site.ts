/** The test fixture `startSite`: starts a server with one page per path. */
import { test as base } from './browser.js';
import { createPageListener, startServer } from './server.js';

interface SiteFixtures {
  /** @returns the server's URL */
  startSite(htmlByPath: Record<string, string>): Promise<string>;
}

export const test = base.extend<SiteFixtures>({
  startSite: async ({}, use) => {
    const servers: { close(): Promise<void> }[] = [];
    await use(async (htmlByPath) => {
      const server = await startServer(createPageListener(htmlByPath));
      servers.push(server);
      return server.url;
    });
    await Promise.all(servers.map((server) => server.close()));
  },
});
