// The AirlineCRM suite's measurements on the real fixture site over HTTP.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test as base } from '@playwright/test';

import { type Fixtures, startFixtures } from '../../../fixtures/server.mjs';
import { generateScenario } from '../../../fixtures/airline/scenarios.mjs';
import { airline } from '../../../src/suites/airline/index.js';
import { readScenarios } from '../../../src/suites/airline/read-tasks.js';
import type { TaskResult } from '../../../src/suites/task.js';
import { startServer } from '../../support/server.js';

const test = base.extend<{ site: Fixtures }>({
  site: async ({}, use) => {
    const site = await startFixtures();
    await use(site);
    await site.close();
  },
});

const signal = new AbortController().signal;
const TASK_NAME = 'cancel-flight';
const readTask = async () => (await readScenarios({ task: [TASK_NAME], scenarios: '1' })).tasks[0]!;

test('the site reports success and progress, and the note names what is missing', async ({
  site,
  request,
}) => {
  const suiteTask = await readTask();
  const url = suiteTask.url.replace('{{FIXTURES}}', site.url);
  const measureScenario = () => airline.measure!(null, { task: suiteTask, url, signal });
  const { bookings, details } = generateScenario({ task: 'TASK_CANCEL_FLIGHT', seed: 1 });
  const { reference } = details.booking!;
  const callSite = async (action: string, body: object = {}) => {
    const address = url.replace('/?', '/api/do?');
    expect((await request.post(address, { data: { ...body, action } })).status(), action).toBe(200);
  };
  const cancelBooking = async (values: { reference: string }) => {
    await callSite('open', { screen: 'find' });
    await callSite('find-booking', { values });
    await callSite('open-cancel');
    await callSite('cancel-booking', { values });
  };

  expect(await measureScenario()).toEqual({
    success: false,
    figures: { progress: 0 },
    note: 'not done: reference, search-clicked, cancel-clicked, reference-re-entered, cancel-confirmed',
  });
  await callSite('open', { screen: 'find' });
  await callSite('find-booking', { values: { reference } });
  expect(await measureScenario()).toEqual({
    success: false,
    figures: { progress: 0.4 },
    note: 'not done: cancel-clicked, reference-re-entered, cancel-confirmed',
  });
  await cancelBooking({ reference });
  expect(await measureScenario()).toEqual({ success: true, figures: { progress: 1 } });
  const otherReference = bookings.find((booking) => booking.reference !== reference)!.reference;
  await cancelBooking({ reference: otherReference });
  expect(await measureScenario()).toEqual({
    success: false,
    figures: { progress: 1 },
    note: `Booking ${otherReference} was cancelled.`,
  });
});

test('a site without an evaluation causes an infrastructure error', async ({ site }) => {
  const suiteTask = await readTask();
  const closedSite = await startServer(() => undefined);
  await closedSite.close();
  for (const url of [`${site.url}/airline/?scenario=none`, `${closedSite.url}/airline/?scenario=none`])
    await expect(airline.measure!(null, { task: suiteTask, url, signal }), url).rejects.toMatchObject({
      kind: 'infra',
    });
});

test('summary.csv has one row for each scenario', async ({}, info) => {
  const suiteTask = await readTask();
  const result = {
    navigator: 'direct',
    success: true,
    actions: 5,
    figures: { progress: 1 },
  } as unknown as TaskResult;
  const failedResult = { ...result, success: false, actions: 2, figures: { progress: 0.4 } };
  airline.writeRun!(info.outputDir, [
    { task: suiteTask, result },
    { task: suiteTask, result: failedResult },
  ]);
  const { scenario } = suiteTask.parameters!;
  expect(readFileSync(join(info.outputDir, 'trajectories/summary.csv'), 'utf8')).toBe(
    [
      'task,scenario,policy,success,task_progress,num_actions',
      `TASK_CANCEL_FLIGHT,${scenario},direct,1,1,5`,
      `TASK_CANCEL_FLIGHT,${scenario},direct,0,0.4,2`,
      '',
    ].join('\n'),
  );
});
