/**
 * A server that forwards requests to a site and modifies its pages. It records the requests that change
 * something, so that two runs can be compared by their effects on the site.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import type { PageMutation } from './page-mutations.js';

export interface MutatedSite {
  url: string;
  /** Method, path and body of the requests that change something, in order: `POST /shop/api/basket {"slug":"lamp"}`. */
  changes: string[];
  /** The site's own data after each of these requests, if the caller passes `readState`. */
  states: string[];
  close(): Promise<void>;
}

const DECOY_PATH = '/mutated/decoy';
const FIRST_SKIN_PATHS = /\/(shop|mail|calendar|encyclopedia|airline)\//g;

/** @param readState reads the data of the site behind this server */
export async function startMutatedSite(
  origin: string,
  mutation: PageMutation,
  readState?: () => Promise<string>,
): Promise<MutatedSite> {
  const changes: string[] = [];
  const states: string[] = [];
  let siteOrigin = '';
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const path = request.url ?? '/';
    if (request.method !== 'GET' && request.method !== 'HEAD')
      changes.push(`${request.method} ${path} ${body.toString('utf8')}`);
    if (path === DECOY_PATH) {
      response.writeHead(204).end();
      return;
    }
    const targetPath = mutation.skin ? path.replace(FIRST_SKIN_PATHS, '/$1-2/') : path;
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (
        typeof value === 'string' &&
        !['host', 'connection', 'accept-encoding', 'content-length'].includes(name)
      )
        // Sites compare the origin of form requests with their own.
        headers.set(name, value.replaceAll(siteOrigin, origin));
    const siteResponse = await fetch(new URL(targetPath, origin), {
      method: request.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    if (readState && request.method !== 'GET' && request.method !== 'HEAD') states.push(await readState());
    const contentType = siteResponse.headers.get('content-type') ?? '';
    const isHtml = contentType.startsWith('text/html');
    const { document: documentMs, data: dataMs } = mutation.delays ?? { document: 0, data: 0 };
    if (isHtml) await pause(documentMs);
    else if (contentType.includes('json')) await pause(dataMs);
    let responseBody = Buffer.from(await siteResponse.arrayBuffer());
    if (/^text\/|javascript|json/.test(contentType))
      responseBody = Buffer.from(
        mutateText(responseBody.toString('utf8').replaceAll(origin, siteOrigin), isHtml, mutation),
      );
    response.statusCode = siteResponse.status;
    for (const [name, value] of siteResponse.headers)
      if (
        ![
          'content-length',
          'content-encoding',
          'transfer-encoding',
          'connection',
          'content-security-policy',
          'set-cookie',
        ].includes(name)
      )
        response.setHeader(name, (mutation.skin ? toFirstSkin(value) : value).replaceAll(origin, siteOrigin));
    const cookies = siteResponse.headers.getSetCookie();
    if (cookies.length > 0)
      response.setHeader('set-cookie', mutation.skin ? cookies.map(toFirstSkin) : cookies);
    response.end(responseBody);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.statusCode = 502;
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  siteOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: siteOrigin,
    changes,
    states,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const toFirstSkin = (text: string): string =>
  text.replace(/\/(shop|mail|calendar|encyclopedia|airline)-2\b/g, '/$1');

function mutateText(text: string, isHtml: boolean, { script, skin }: PageMutation): string {
  const mutatedText = skin ? toFirstSkin(text) : text;
  if (!isHtml || script === '') return mutatedText;
  const scriptTag = `<script>${script}</script>`;
  return /<head[^>]*>/i.test(mutatedText)
    ? mutatedText.replace(/<head[^>]*>/i, (head) => `${head}${scriptTag}`)
    : `${scriptTag}${mutatedText}`;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
