/** Where the pages of the grounding set are served: the practice sites, and a server for the files of the set. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { startFixtures } from '../../fixtures/server.mjs';
import { GROUNDING } from './grounding-set.js';

export interface Sites {
  urlOf(page: string): string;
  /** Brings the practice sites back to their beginning: they remember cookie choices and the like. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startSites(): Promise<Sites> {
  const fixtures = await startFixtures();
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const html = /^\/pages\/([a-z0-9-]+\/)?[a-z0-9-]+\.html$/.test(path) ? readPage(path) : null;
    response.writeHead(html === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urlOf: (page) => (page.startsWith('/') ? fixtures.url + page : `${own}/${page}`),
    reset: async () => {
      await fetch(`${fixtures.url}/reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await fixtures.close();
    },
  };
}

function readPage(path: string): string | null {
  try {
    return readFileSync(join(GROUNDING, path), 'utf8');
  } catch {
    return null;
  }
}
