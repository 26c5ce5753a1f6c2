/** A session with a model and a cassette: it records, replays, reports unused answers, and discards failed recordings. */
import { existsSync, readFileSync } from 'node:fs';

import { expect, test as base } from '@playwright/test';

import { formatCassetteReport } from '../../src/assembly/cassette-report.js';
import { createModelPlan, type ModelFlags } from '../../src/assembly/model-plan.js';
import { openModelSession } from '../../src/assembly/model-session.js';
import type { ModelTotals, Verdict } from '../../src/contract/index.js';
import type { CassetteReport } from '../../src/llm/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import { runTestSession, createTestInstructor } from '../session/doubles.js';
import { createModelNavigator } from '../support/model-navigator.js';
import {
  startFakeModelServer,
  type FakeModelServer,
  type AnswerFunction,
} from '../support/fake-model-server.js';

interface SessionOutcome {
  verdict: Verdict;
  exit: number;
  model: ModelTotals | undefined;
  lines: string[];
  requestCount: number;
  seed: string | null;
}

interface SessionSetup {
  flags?: ModelFlags;
  lines?: string[];
  policy?: AnswerFunction;
  seed?: string;
}

const test = base.extend<{
  cassetteFile: string;
  runModelSession: (session: SessionSetup) => Promise<SessionOutcome>;
}>({
  cassetteFile: async ({}, use, info) => use(info.outputPath('cassettes', 'talk.jsonl')),
  runModelSession: async ({ cassetteFile }, use, info) => {
    const servers: FakeModelServer[] = [];
    await use(
      async ({
        flags = {},
        lines: instructorLines = ['save it'],
        policy = ({ prompt }) => ({ text: `You said ${prompt}` }),
        seed,
      }) => {
        const server = await startFakeModelServer(policy);
        servers.push(server);
        const modelFlags = {
          model: 'tiny',
          baseUrl: server.url,
          cassette: cassetteFile,
          modelPrice: '1,2',
          ...flags,
        };
        const plan = (await createModelPlan(modelFlags, {}, new AbortController().signal))!;
        plan.settings = { ...plan.settings, limits: { ...plan.settings.limits, maxRetries: 0 } };
        const session = openModelSession(plan, {
          redactor: createRedactor(),
          env: { XDG_CACHE_HOME: info.outputPath('cache') },
          recordPrompt: () => undefined,
        });
        if (seed !== undefined) session.setCassetteHeader({ seed, today: '2026-01-31' });
        const { verdict, exitCode, events } = await runTestSession({
          navigator: createModelNavigator(session.model),
          instructor: createTestInstructor(...instructorLines),
          adjustVerdict: session.adjustVerdict,
          modelTotals: () => session.getSpending().totals,
        });
        const end = events.at(-1);
        return {
          verdict,
          exit: exitCode,
          model: end?.type === 'end' ? end.model : undefined,
          lines: await session.close(verdict.kind === 'done'),
          requestCount: server.requests.length,
          seed: session.recordedHeader?.seed ?? null,
        };
      },
    );
    for (const server of servers) await server.close();
  },
});

const RECORD_FLAGS: ModelFlags = { cassetteMode: 'record' };

test('a recorded session is replayed without a server, with the recorded seed and cost', async ({
  runModelSession,
}) => {
  const recordedSession = await runModelSession({ flags: RECORD_FLAGS, lines: ['one', 'two'], seed: 's1' });
  expect(recordedSession).toMatchObject({
    exit: 0,
    requestCount: 2,
    seed: null,
    model: { calls: 2, recorded: 0 },
  });
  expect(recordedSession.lines).toEqual([
    expect.stringMatching(/^Cassette: 2 recorded answers were written to .*talk\.jsonl\.$/),
  ]);
  const replayed = await runModelSession({ lines: ['one', 'two'], flags: { cassetteStrict: true } });
  expect(replayed).toMatchObject({ exit: 0, requestCount: 0, seed: 's1', lines: [] });
  expect(replayed.model).toEqual({ ...recordedSession.model, recorded: 2 });
  expect(recordedSession.model!.cost).toBeGreaterThan(0);
});

test('unused answers are reported, and in strict mode they fail an otherwise successful session', async ({
  runModelSession,
}) => {
  await runModelSession({ flags: RECORD_FLAGS, lines: ['one', 'two'] });
  const lenient = await runModelSession({ lines: ['two'] });
  expect(lenient).toMatchObject({ exit: 0, verdict: { kind: 'done' } });
  expect(lenient.lines).toEqual([
    expect.stringMatching(/^Cassette: 1 recorded answer was not used in /),
    expect.stringMatching(/^ {2}line \d+, tiny: one$/),
  ]);
  const strict = await runModelSession({ lines: ['two'], flags: { cassetteStrict: true } });
  expect(strict).toMatchObject({
    exit: 1,
    verdict: { kind: 'check', reason: expect.stringContaining('1 recorded answer was not used in ') },
  });
});

test('a request that is not in the cassette ends the session and shows the first difference', async ({
  runModelSession,
}) => {
  await runModelSession({ flags: RECORD_FLAGS, lines: ['open the prices'] });
  const withMissingRequest = await runModelSession({
    lines: ['open the prizes'],
    flags: { cassetteStrict: true },
  });
  expect(withMissingRequest).toMatchObject({ exit: 5, requestCount: 0, verdict: { kind: 'infra' } });
  expect(withMissingRequest.verdict.reason).toContain('recorded "open the prices", now "open the prizes"');
  expect(withMissingRequest.lines[0]).toMatch(/^Cassette: 1 request was not found in /);
  expect(withMissingRequest.lines[1]).toContain('now "open the prizes"');
});

test('the recording of a failed session is discarded, and the old cassette is kept', async ({
  runModelSession,
  cassetteFile,
}) => {
  await runModelSession({ flags: RECORD_FLAGS, lines: ['one'] });
  const cassetteBefore = readFileSync(cassetteFile, 'utf8');
  const failed = await runModelSession({
    flags: RECORD_FLAGS,
    lines: ['one', 'two'],
    policy: ({ requestIndex: n }) => (n ? { status: 401 } : { text: 'ok' }),
  });
  expect(failed).toMatchObject({ exit: 5, verdict: { kind: 'infra' } });
  expect(failed.lines).toEqual([expect.stringMatching(/the recording was discarded/)]);
  expect(readFileSync(cassetteFile, 'utf8')).toBe(cassetteBefore);
  expect(existsSync(`${cassetteFile}.recording`)).toBe(false);
});

test('the session ends before a call that would exceed the budget', async ({ runModelSession }) => {
  const withBudget = await runModelSession({
    flags: { cassetteMode: 'off', budgetTokens: 80 },
    lines: ['one', 'two'],
  });
  expect(withBudget).toMatchObject({ exit: 4, requestCount: 1, verdict: { kind: 'budget' }, lines: [] });
});

test('a long list of missing requests is truncated', () => {
  const report: CassetteReport = {
    mode: 'replay',
    file: '/c.jsonl',
    hitCount: 0,
    recordedCount: 0,
    misses: Array.from({ length: 7 }, (_, i) => `call ${i}`),
    unused: [],
  };
  expect(formatCassetteReport(report, true).slice(-2)).toEqual(['  call 4', '  and 2 more']);
});
