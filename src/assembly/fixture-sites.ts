/** Serves the fixture sites that ship with Parley, on loopback. */
interface FixtureModule {
  startFixtures(options?: { port?: number; host?: string }): Promise<{ url: string; close(): Promise<void> }>;
}

/** URL paths of the fixture sites, relative to the server's base URL. Each site has two designs. */
export const FIXTURE_PATHS = ['encyclopedia', 'calendar', 'shop', 'mail', 'airline'].flatMap((name) => [
  `/${name}/`,
  `/${name}-2/`,
]);

export { FIXTURES } from '../dialogue/index.js';

export async function serveFixtures(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  // The server is plain JavaScript outside dist/, so that it also runs on its own.
  const moduleUrl = new URL('../../fixtures/server.mjs', import.meta.url).href;
  const { startFixtures } = (await import(moduleUrl)) as FixtureModule;
  return startFixtures({ port });
}
