/** The example sites that ship with Parley, served on loopback while something needs them. */
interface FixtureModule {
  startFixtures(options?: { port?: number; host?: string }): Promise<{ url: string; close(): Promise<void> }>;
}

/** Where the sites are, below the address they are served on: each in two skins. */
export const FIXTURE_PATHS = ['encyclopedia', 'calendar', 'shop', 'mail'].flatMap((name) => [
  `/${name}/`,
  `/${name}-2/`,
]);

export { FIXTURES } from '../dialogue/index.js';

export async function serveFixtures(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  // Plain JavaScript beside the compiled code, so that it also runs by itself.
  const location = new URL('../../fixtures/server.mjs', import.meta.url).href;
  const { startFixtures } = (await import(location)) as FixtureModule;
  return startFixtures({ port });
}
