/** Discovery of model servers on this machine. The test servers answer over HTTP like each product. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from '@playwright/test';

import { discoverServers } from '../../src/llm/discovery.js';

const servers: Server[] = [];

test.afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const createAnswerHandler =
  (body: string, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

const formatModelList = (owner: string, ...ids: string[]): string =>
  JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, object: 'model', owned_by: owner })) });

test('a server is recognised by its list of models, whatever its port', async () => {
  const owners = ['library', 'organization_owner', 'llamacpp', 'me', 'vllm', 'somebody'];
  const ports = await Promise.all(
    owners.map((owner) => listen(createAnswerHandler(formatModelList(owner, 'm1', 'm2')))),
  );
  expect(await discoverServers({ ports, timeoutMs: 5000 })).toEqual(
    ['Ollama', 'LM Studio', 'llama.cpp', 'llama-cpp-python', 'vLLM', 'a model server'].map((name, i) => ({
      name,
      baseUrl: `http://127.0.0.1:${ports[i]}`,
      models: ['m1', 'm2'],
      needsKey: false,
    })),
  );
});

test('models that cannot chat are omitted', async () => {
  const port = await listen(
    createAnswerHandler(
      formatModelList('library', 'nomic-embed-text', 'llama3.2', 'bge-m3', 'org/bge-reranker'),
    ),
  );
  expect((await discoverServers({ ports: [port], timeoutMs: 5000 }))[0]?.models).toEqual(['llama3.2']);
});

test('a server that requires a key is found, but its models are not listed', async () => {
  const port = await listen(createAnswerHandler('{"error":"Unauthorized"}', 401));
  expect(await discoverServers({ ports: [port], timeoutMs: 5000 })).toMatchObject([
    { models: [], needsKey: true },
  ]);
});

test('other programs at these ports are not mistaken for model servers', async () => {
  const handlers: RequestListener[] = [
    createAnswerHandler('<html></html>'),
    createAnswerHandler('{"data":"text"}'),
    createAnswerHandler('[]'),
    createAnswerHandler('{}', 404),
    createAnswerHandler('{"login":true}', 401),
    createAnswerHandler('', 302, { location: 'http://192.0.2.1/v1/models' }),
    (_, response) => void response.destroy(),
    createAnswerHandler(`{"data":[],"padding":"${'x'.repeat(2_000_000)}"}`),
  ];
  const ports = await Promise.all(handlers.map(listen));
  expect(await discoverServers({ ports, timeoutMs: 5000 })).toEqual([]);
});

test('each server gets one request, without a key and without a body', async () => {
  const requests: IncomingMessage[] = [];
  const port = await listen((request, response) => {
    requests.push(request);
    response.end(formatModelList('library', 'm'));
  });
  await discoverServers({ ports: [port], timeoutMs: 5000 });
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /v1/models']);
  expect(Object.keys(requests[0]!.headers).toSorted()).toEqual(['connection', 'host']);
});

test('ports that do not answer delay the other results at most until the time limit', async () => {
  const silent = await listen(() => undefined);
  const open = await listen(createAnswerHandler(formatModelList('library', 'm')));
  const foundServers = await discoverServers({ ports: [silent, open], timeoutMs: 100 });
  expect(foundServers.map(({ name }) => name)).toEqual(['Ollama']);
});
