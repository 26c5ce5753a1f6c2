/** Serves the files of one folder on the loopback address. */
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, resolve, sep } from 'node:path';

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

export interface StaticServer {
  url: string;
  close(): Promise<void>;
}

/** @returns null if the path is not a file in the folder, or is a link to a file outside it */
export function resolveFile(folder: string, path: string): string | null {
  try {
    const root = realpathSync(folder);
    const file = realpathSync(resolve(root, `.${decodeURIComponent(path)}`));
    return file.startsWith(root + sep) && statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}

function respond(folder: string, url: string, response: ServerResponse): void {
  const file = resolveFile(folder, new URL(url, 'http://localhost').pathname);
  if (!file) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
}

export async function serveFolder(folder: string): Promise<StaticServer> {
  const server = createServer((request, response) => respond(folder, request.url ?? '/', response));
  await new Promise<void>((resolveListening, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolveListening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolveClosed) => {
        server.close(() => resolveClosed());
        server.closeAllConnections();
      }),
  };
}
