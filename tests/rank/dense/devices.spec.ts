/** Devices, tried in processes of their own. WebGPU runs on software Vulkan where this machine has one. */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';

import { threadsFor } from '../../../src/rank/dense/encoder.js';
import { tryDeviceApart } from '../../../src/rank/dense/trials.js';
import { writeSmallModel } from './small-model.js';

interface Vulkan {
  icd: string;
  /** Where the loader lies, where the system has none of its own. */
  libraries: string;
}

/** Chromium brings software Vulkan along; Mesa's is the other one. */
function softwareVulkan(): Vulkan[] {
  const programs = [process.env.PARLEY_BROWSER, chromium.executablePath()].filter(
    (path) => path && existsSync(path),
  );
  const folders = [
    ...programs.map((path) => dirname(realpathSync(path!))),
    '/usr/lib/chromium',
    '/opt/google/chrome',
  ];
  const shipped = folders
    .map((folder) => ({ icd: join(folder, 'vk_swiftshader_icd.json'), libraries: folder }))
    .filter(({ icd }) => existsSync(icd));
  const mesa = '/usr/share/vulkan/icd.d';
  const others = existsSync(mesa) ? readdirSync(mesa).filter((name) => name.startsWith('lvp_icd')) : [];
  return [
    ...shipped,
    ...others.map((name) => ({ icd: join(mesa, name), libraries: shipped[0]?.libraries ?? '' })),
  ];
}

test('WebGPU on software Vulkan gives the processor’s numbers', async ({}, { outputDir }) => {
  test.setTimeout(180_000);
  const found = process.platform === 'linux' ? softwareVulkan() : [];
  test.skip(found.length === 0, 'no software Vulkan beside a Chromium or from Mesa on this machine');
  const folder = await writeSmallModel(outputDir, 2);
  const notes: string[] = [];
  for (const { icd, libraries } of found) {
    const paths = [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
    const env = { ...process.env, VK_ICD_FILENAMES: icd, VK_DRIVER_FILES: icd, LD_LIBRARY_PATH: paths };
    const trial = await tryDeviceApart(folder, 'webgpu', { env, limit: 80_000 });
    // A driver that is too old for the runtime is refused; one that takes the graph must compute it rightly.
    expect(trial.right, trial.note).not.toBe(false);
    if (trial.right) return;
    notes.push(`${icd}: ${trial.note}`);
  }
  test.skip(true, notes.join('; '));
});

test('the processor is right against itself', async ({}, { outputDir }) => {
  const trial = await tryDeviceApart(await writeSmallModel(outputDir), 'cpu');
  expect(trial).toMatchObject({
    device: 'cpu',
    right: true,
    note: expect.stringMatching(/^right, .* times/),
  });
});

test('a device that is not there, and a trial that breaks off, are told and harm nobody', async ({}, {
  outputDir,
}) => {
  const folder = await writeSmallModel(outputDir);
  const absent = await tryDeviceApart(folder, process.platform === 'win32' ? 'coreml' : 'directml');
  expect(absent).toMatchObject({ right: null, note: 'the runtime for this system has no such provider' });
  const broken = await tryDeviceApart('/nowhere', 'cpu');
  expect(broken).toMatchObject({ right: null, note: expect.stringContaining('the trial ended with code 1') });
  const late = await tryDeviceApart(folder, 'cpu', { limit: 1 });
  expect(late).toMatchObject({ right: null, note: 'it gave no answer in 0.001 s' });
});

test('workers of tests take one thread each, unless they are told how many', () => {
  const TABLE: [NodeJS.ProcessEnv, number, number][] = [
    [{}, 16, 4],
    [{}, 2, 2],
    [{ TEST_PARALLEL_INDEX: '3' }, 16, 1],
    [{ TEST_PARALLEL_INDEX: '3', PARLEY_RANKER_THREADS: '2' }, 16, 2],
    [{ PARLEY_RANKER_THREADS: '64' }, 16, 16],
    [{ PARLEY_RANKER_THREADS: 'many' }, 16, 4],
  ];
  for (const [env, cores, threads] of TABLE)
    expect(threadsFor(env, cores), JSON.stringify(env)).toBe(threads);
});
