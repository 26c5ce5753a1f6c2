/** The model of a session with its cassette: recorded, replayed, left over, not kept; and what is told of it. */
import { existsSync, readFileSync } from 'node:fs';

import { expect, test as base } from '@playwright/test';

import { formatCassetteReport } from '../../src/assembly/cassette-report.js';
import { createModelPlan, type ModelFlags } from '../../src/assembly/model-plan.js';
import { openModelSession } from '../../src/assembly/model-session.js';
import type { ModelTotals, Verdict } from '../../src/contract/index.js';
import type { CassetteReport } from '../../src/llm/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import { runTestSession, createTestInstructor } from '../session/doubles.js';
import { askingNavigator } from '../support/asking-navigator.js';
import { fakeModelServer, type FakeModelServer, type Policy } from '../support/fake-model-server.js';

interface Held {
  verdict: Verdict;
  exit: number;
  model: ModelTotals | undefined;
  lines: string[];
  asked: number;
  seed: string | null;
}

interface Session {
  flags?: ModelFlags;
  lines?: string[];
  policy?: Policy;
  seed?: string;
}

const test = base.extend<{ file: string; talk: (session: Session) => Promise<Held> }>({
  file: async ({}, use, info) => use(info.outputPath('cassettes', 'talk.jsonl')),
  talk: async ({ file }, use, info) => {
    const servers: FakeModelServer[] = [];
    await use(
      async ({
        flags = {},
        lines = ['save it'],
        policy = ({ prompt }) => ({ text: `I heard ${prompt}` }),
        seed,
      }) => {
        const server = await fakeModelServer(policy);
        servers.push(server);
        const given = { model: 'tiny', baseUrl: server.url, cassette: file, modelPrice: '1,2', ...flags };
        const plan = (await createModelPlan(given, {}, new AbortController().signal))!;
        plan.settings = { ...plan.settings, limits: { ...plan.settings.limits, maxRetries: 0 } };
        const session = openModelSession(plan, {
          redactor: createRedactor(),
          env: { XDG_CACHE_HOME: info.outputPath('cache') },
          recordPrompt: () => undefined,
        });
        if (seed !== undefined) session.setCassetteHeader({ seed, today: '2026-01-31' });
        const { verdict, exit, events } = await runTestSession({
          navigator: askingNavigator(session.model),
          instructor: createTestInstructor(...lines),
          reviewVerdict: session.review,
          modelTotals: () => session.spending().totals,
        });
        const end = events.at(-1);
        return {
          verdict,
          exit,
          model: end?.type === 'end' ? end.model : undefined,
          lines: await session.close(verdict.kind === 'done'),
          asked: server.asked.length,
          seed: session.recordedHeader?.seed ?? null,
        };
      },
    );
    for (const server of servers) await server.close();
  },
});

const record: ModelFlags = { cassetteMode: 'record' };

test('a recorded session replays without a server, with its seed and cost', async ({ talk }) => {
  const first = await talk({ flags: record, lines: ['one', 'two'], seed: 's1' });
  expect(first).toMatchObject({ exit: 0, asked: 2, seed: null, model: { calls: 2, recorded: 0 } });
  expect(first.lines).toEqual([
    expect.stringMatching(/^Cassette: 2 recorded answers were written to .*talk\.jsonl\.$/),
  ]);
  const second = await talk({ lines: ['one', 'two'], flags: { cassetteStrict: true } });
  expect(second).toMatchObject({ exit: 0, asked: 0, seed: 's1', lines: [] });
  expect(second.model).toEqual({ ...first.model, recorded: 2 });
  expect(first.model!.cost).toBeGreaterThan(0);
});

test('unused answers are reported and fail a strict session that would be done', async ({ talk }) => {
  await talk({ flags: record, lines: ['one', 'two'] });
  const lenient = await talk({ lines: ['two'] });
  expect(lenient).toMatchObject({ exit: 0, verdict: { kind: 'done' } });
  expect(lenient.lines).toEqual([
    expect.stringMatching(/^Cassette: 1 recorded answer was not used in /),
    expect.stringMatching(/^ {2}line \d+, tiny: one$/),
  ]);
  const strict = await talk({ lines: ['two'], flags: { cassetteStrict: true } });
  expect(strict).toMatchObject({
    exit: 1,
    verdict: { kind: 'check', reason: expect.stringContaining('1 recorded answer was not used in ') },
  });
});

test('a request that is not in the cassette ends the session with the first difference', async ({ talk }) => {
  await talk({ flags: record, lines: ['open the prices'] });
  const missed = await talk({ lines: ['open the prizes'], flags: { cassetteStrict: true } });
  expect(missed).toMatchObject({ exit: 5, asked: 0, verdict: { kind: 'infra' } });
  expect(missed.verdict.reason).toContain('recorded "open the prices", now "open the prizes"');
  expect(missed.lines[0]).toMatch(/^Cassette: 1 request was not found in /);
  expect(missed.lines[1]).toContain('now "open the prizes"');
});

test('a recording of a failed session is discarded and the old one stays', async ({ talk, file }) => {
  await talk({ flags: record, lines: ['one'] });
  const before = readFileSync(file, 'utf8');
  const failed = await talk({
    flags: record,
    lines: ['one', 'two'],
    policy: ({ before: n }) => (n ? { status: 401 } : { text: 'ok' }),
  });
  expect(failed).toMatchObject({ exit: 5, verdict: { kind: 'infra' } });
  expect(failed.lines).toEqual([expect.stringMatching(/the recording was discarded/)]);
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(existsSync(`${file}.recording`)).toBe(false);
});

test('a budget ends the session before the call that would exceed it', async ({ talk }) => {
  const held = await talk({ flags: { cassetteMode: 'off', budgetTokens: 80 }, lines: ['one', 'two'] });
  expect(held).toMatchObject({ exit: 4, asked: 1, verdict: { kind: 'budget' }, lines: [] });
});

test('a long list is truncated', () => {
  const report: CassetteReport = {
    mode: 'replay',
    file: '/c.jsonl',
    hits: 0,
    recorded: 0,
    misses: Array.from({ length: 7 }, (_, i) => `call ${i}`),
    unused: [],
  };
  expect(formatCassetteReport(report, true).slice(-2)).toEqual(['  call 4', '  and 2 more']);
});
