/** The example sites that ship with Parley, served on loopback while something needs them. */
interface FixtureModule {
  startFixtures(options?: { port?: number; host?: string }): Promise<{ url: string; close(): Promise<void> }>;
}

/** Variable in scenarios that stands for the address of the example sites. */
export const FIXTURES = 'FIXTURES';

export async function serveFixtures(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  // Plain JavaScript beside the compiled code, so that it also runs by itself.
  const location = new URL('../../fixtures/server.mjs', import.meta.url).href;
  const { startFixtures } = (await import(location)) as FixtureModule;
  return startFixtures({ port });
}
