/** Runs `parley bench` with a scripted model server, each run in its own process with Playwright's workers. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { TestInfo } from '@playwright/test';

import type { TaskResult } from '../../src/suites/task.js';
import { test as base } from '../support/browser.js';
import {
  startFakeModelServer,
  type FakeModelServer,
  type AnswerFunction,
} from '../support/fake-model-server.js';
import { runParley, type ProcessResult } from '../support/parley.js';
import { startServer, type TestServer } from '../support/server.js';

export const KEY = 'key-of-the-tests';

export const test = base.extend<{
  startModel: (policy: AnswerFunction) => Promise<FakeModelServer>;
  site: TestServer;
}>({
  startModel: async ({}, use) => {
    const servers: FakeModelServer[] = [];
    await use(async (policy) => {
      servers.push(await startFakeModelServer(policy));
      return servers.at(-1)!;
    });
    for (const server of servers) await server.close();
  },
  site: async ({}, use) => {
    const site = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        '<title>Shop</title><h1>Shop</h1><button onclick="n.value++">Add</button><output id=n>0</output>',
      );
    });
    await use(site);
    await site.close();
  },
});

export interface WrittenTask {
  id: string;
  ques: string;
  web: string;
}

export function writeTasks(info: TestInfo, tasks: WrittenTask[], checks: string): string {
  const file = info.outputPath('tasks.jsonl');
  writeFileSync(file, tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  if (checks) writeFileSync(info.outputPath('tasks.checks.yaml'), checks);
  return file;
}

export const createEnvironment = (info: TestInfo): NodeJS.ProcessEnv => ({
  XDG_CACHE_HOME: info.outputPath('cache'),
  PARLEY_API_KEY: KEY,
  PARLEY_RANKER: 'lexical',
  PARLEY_TEST: undefined,
  TEST_WORKER_INDEX: undefined,
  TEST_PARALLEL_INDEX: undefined,
});

export const runBench = (info: TestInfo, args: string[]): Promise<ProcessResult> =>
  runParley(['bench', 'webvoyager', ...args], { env: createEnvironment(info) });

export const getResultsFlags = (info: TestInfo): string[] => ['--results', info.outputPath('results')];

export const findRunFolder = (info: TestInfo): string => {
  const results = info.outputPath('results');
  return join(results, readdirSync(results)[0]!);
};

export const readResult = (folder: string, id: string): TaskResult =>
  JSON.parse(readFileSync(join(folder, `task${id}`, 'result.json'), 'utf8')) as TaskResult;
