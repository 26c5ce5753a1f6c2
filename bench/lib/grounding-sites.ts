/** Serves the pages of the grounding set: the fixture sites, and a second server for the set's own files. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { startFixtures } from '../../fixtures/server.mjs';
import { GROUNDING_FOLDER } from './grounding-set.js';

export interface GroundingSites {
  getUrl(page: string): string;
  /** Resets the state of the fixture sites, such as accepted cookies. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startGroundingSites(): Promise<GroundingSites> {
  const fixtures = await startFixtures();
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const html = /^\/pages\/([a-z0-9-]+\/)?[a-z0-9-]+\.html$/.test(path) ? readPage(path) : null;
    response.writeHead(html === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fileServerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    getUrl: (page) => (page.startsWith('/') ? fixtures.url + page : `${fileServerUrl}/${page}`),
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
    return readFileSync(join(GROUNDING_FOLDER, path), 'utf8');
  } catch {
    return null;
  }
}
