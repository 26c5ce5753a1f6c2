/** Serves the files of one folder, and nothing else, on the loopback. */
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, resolve, sep } from 'node:path';

const TYPES: Record<string, string> = {
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

/** Null for what is no file of the folder, links that lead out of it included. */
export function fileOf(folder: string, path: string): string | null {
  try {
    const root = realpathSync(folder);
    const file = realpathSync(resolve(root, `.${decodeURIComponent(path)}`));
    return file.startsWith(root + sep) && statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}

function answer(folder: string, address: string, response: ServerResponse): void {
  const file = fileOf(folder, new URL(address, 'http://localhost').pathname);
  if (!file) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
}

export async function serveFolder(folder: string): Promise<StaticServer> {
  const server = createServer((request, response) => answer(folder, request.url ?? '/', response));
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
