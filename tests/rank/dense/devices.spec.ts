/** Device trials, each in a separate process. WebGPU runs on a software Vulkan driver, if one is installed. */
import { chromium } from '@playwright/test';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from '../../support/browser.js';
import { chooseThreadCount } from '../../../src/rank/dense/encoder.js';
import { tryDeviceInProcess } from '../../../src/rank/dense/trials.js';
import { writeSmallModel } from './small-model.js';

interface VulkanDriver {
  /** Path of the driver's manifest. */
  icd: string;
  /** Folder of the Vulkan loader, for systems without one. */
  libraries: string;
}

/** Finds the software Vulkan drivers of Chromium (SwiftShader) and of Mesa (lavapipe). */
function findSoftwareVulkan(): VulkanDriver[] {
  const browsers = [process.env.PARLEY_BROWSER, chromium.executablePath()].filter(
    (path) => path && existsSync(path),
  );
  const folders = [
    ...browsers.map((path) => dirname(realpathSync(path!))),
    '/usr/lib/chromium',
    '/opt/google/chrome',
  ];
  const swiftShader = folders
    .map((folder) => ({ icd: join(folder, 'vk_swiftshader_icd.json'), libraries: folder }))
    .filter(({ icd }) => existsSync(icd));
  const mesaFolder = '/usr/share/vulkan/icd.d';
  const mesa = existsSync(mesaFolder)
    ? readdirSync(mesaFolder).filter((name) => name.startsWith('lvp_icd'))
    : [];
  return [
    ...swiftShader,
    ...mesa.map((name) => ({ icd: join(mesaFolder, name), libraries: swiftShader[0]?.libraries ?? '' })),
  ];
}

// A graphics driver in software keeps all cores busy.
test(
  'WebGPU on software Vulkan computes the same embeddings as the CPU',
  { tag: '@long' },
  async ({}, { outputDir }) => {
    test.skip(
      process.platform !== 'linux',
      'Vulkan drivers are only looked up on Linux: run this test there',
    );
    test.setTimeout(180_000);
    const drivers = findSoftwareVulkan();
    test.skip(
      drivers.length === 0,
      'no software Vulkan driver found: install mesa-vulkan-drivers to run this test',
    );
    const folder = await writeSmallModel(outputDir, 2);
    const notes: string[] = [];
    let computed = false;
    for (const { icd, libraries } of drivers) {
      const paths = [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
      const env = { ...process.env, VK_ICD_FILENAMES: icd, VK_DRIVER_FILES: icd, LD_LIBRARY_PATH: paths };
      const trial = await tryDeviceInProcess(folder, 'webgpu', { env, timeoutMs: 80_000 });
      // The runtime may reject an old driver (null); a driver that runs the model must compute correct results.
      expect(trial.correct, trial.note).not.toBe(false);
      computed = trial.correct === true;
      if (computed) break;
      notes.push(`${icd}: ${trial.note}`);
    }
    test.skip(
      !computed,
      `no installed Vulkan driver can run WebGPU: update mesa-vulkan-drivers or Chromium to run this test (${notes.join('; ')})`,
    );
  },
);

test('the trial run on the CPU succeeds', async ({}, { outputDir }) => {
  const trial = await tryDeviceInProcess(await writeSmallModel(outputDir), 'cpu');
  expect(trial).toMatchObject({
    device: 'cpu',
    correct: true,
    note: expect.stringMatching(/^correct, .* times/),
  });
});

test('a missing device, a failed trial run and a timeout are reported in the note', async ({}, {
  outputDir,
}) => {
  const folder = await writeSmallModel(outputDir);
  const missing = await tryDeviceInProcess(folder, process.platform === 'win32' ? 'coreml' : 'directml');
  expect(missing).toMatchObject({ correct: null, note: 'the runtime for this system has no such provider' });
  const failedTrial = await tryDeviceInProcess('/nowhere', 'cpu');
  expect(failedTrial).toMatchObject({
    correct: null,
    note: expect.stringContaining('the trial exited with code 1'),
  });
  const timedOutTrial = await tryDeviceInProcess(folder, 'cpu', { timeoutMs: 1 });
  expect(timedOutTrial).toMatchObject({ correct: null, note: 'it did not answer within 0.001 s' });
});

test('a Playwright worker uses one thread unless PARLEY_RANKER_THREADS is set', () => {
  const TABLE: [NodeJS.ProcessEnv, number, number][] = [
    [{}, 16, 4],
    [{}, 2, 2],
    [{ TEST_PARALLEL_INDEX: '3' }, 16, 1],
    [{ TEST_PARALLEL_INDEX: '3', PARLEY_RANKER_THREADS: '2' }, 16, 2],
    [{ PARLEY_RANKER_THREADS: '64' }, 16, 16],
    [{ PARLEY_RANKER_THREADS: 'many' }, 16, 4],
  ];
  for (const [env, cores, threads] of TABLE)
    expect(chooseThreadCount(env, cores), JSON.stringify(env)).toBe(threads);
});
