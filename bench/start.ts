/** Measures how long `parley chat` takes to its first prompt, with and without the search for model servers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { discoverServers, DEFAULT_PORTS } from '../src/llm/discovery.js';
import { openTerminal } from '../tests/support/pty.js';
import {
  defineBenchmark,
  JSON_OPTION,
  reportProgress,
  createWholeNumberOption,
  writeJson,
} from './lib/command-line.js';
import { median } from './lib/measure.js';
import { formatTable } from './lib/table.js';

interface StartCase {
  name: string;
  args: string[];
  /** Request handler of the servers at the default ports. If absent, no servers run. */
  handler?: RequestListener;
}

const MODEL_LIST = JSON.stringify({ object: 'list', data: [{ id: 'tiny', owned_by: 'library' }] });

const START_CASES: readonly StartCase[] = [
  { name: 'without search', args: ['--no-discovery'] },
  { name: 'search, no servers', args: [] },
  { name: 'search, responding servers', args: [], handler: (_, response) => void response.end(MODEL_LIST) },
  { name: 'search, silent servers', args: [], handler: () => undefined },
];

/** Starts a server at each default port. @throws if another program uses one of the ports */
async function startServers(handler: RequestListener): Promise<Server[]> {
  const servers: Server[] = [];
  for (const port of DEFAULT_PORTS) {
    const server = createServer(handler);
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  }
  return servers;
}

async function closeServers(servers: readonly Server[]): Promise<void> {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** @returns the milliseconds from the start of the process to the first prompt */
async function measureStartMs(folder: string, args: readonly string[]): Promise<number> {
  const env = { PARLEY_CONFIG: 'none', PARLEY_DISCOVERY: '' };
  const start = performance.now();
  const terminal = openTerminal(['chat', 'page.html', ...args], folder, 110, env);
  await terminal.waitForScreen(/You:$/);
  const ms = performance.now() - start;
  terminal.type('/exit\r');
  await terminal.exitCode;
  return ms;
}

async function measureSearchMs(): Promise<number> {
  const start = performance.now();
  await discoverServers();
  return performance.now() - start;
}

export const benchmark = defineBenchmark({
  summary: 'start of parley chat, with and without the search for model servers',
  description:
    'Starts parley chat on a local page in a terminal and measures the time to the first prompt. The cases alternate. The search itself is measured in this process.',
  options: {
    rounds: createWholeNumberOption('rounds', { describe: 'Starts of each case', default: 7 }),
    json: JSON_OPTION,
  },
  example: '--rounds 15',
  async run({ rounds, json }, command) {
    const folder = mkdtempSync(join(tmpdir(), 'parley-start-'));
    writeFileSync(join(folder, 'page.html'), '<title>Start</title><button>Save</button>');
    const samples = START_CASES.map(({ name }) => ({
      name,
      startMs: [] as number[],
      searchMs: [] as number[],
    }));
    try {
      // The first round warms up.
      for (let round = -1; round < rounds; round++) {
        reportProgress(`round ${Math.max(round + 1, 0)} of ${rounds}`);
        for (const [i, { args, handler }] of START_CASES.entries()) {
          const servers = handler ? await startServers(handler) : [];
          try {
            const startMs = await measureStartMs(folder, args);
            const searchMs = args.length > 0 ? 0 : await measureSearchMs();
            if (round < 0) continue;
            samples[i]!.startMs.push(startMs);
            samples[i]!.searchMs.push(searchMs);
          } finally {
            await closeServers(servers);
          }
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    const baseline = median(samples[0]!.startMs);
    const table = formatTable(
      ['parley chat', 'to the prompt, ms', 'ratio', 'search alone, ms'],
      samples.map(({ name, startMs, searchMs }) => [
        name,
        median(startMs).toFixed(0),
        (median(startMs) / baseline).toFixed(2),
        median(searchMs).toFixed(0),
      ]),
    );
    process.stdout.write(`${command}\n\n${table}\n`);
    writeJson(json, samples);
    return 0;
  },
});
