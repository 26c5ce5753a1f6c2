/**
 * The config of `parley test` for users without their own: runs the given scenarios and writes reports to one folder.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig, type ReporterDescription } from '@playwright/test';

import { readRunSettings } from '../settings.js';
import { readConfiguredUse } from './configured-use.js';

const configFolder = dirname(fileURLToPath(import.meta.url));
const {
  folder = 'results/test',
  isBuiltIn = false,
  cwd = process.cwd(),
  list = false,
  reporters = [],
} = readRunSettings();

/** Options for reporters that would otherwise write their files next to this config, inside the package. */
const REPORTER_OPTIONS: Record<string, object> = {
  blob: { outputDir: join(cwd, 'blob-report') },
};

const fileReporters: ReporterDescription[] = [
  ['html', { open: 'never', outputFolder: join(folder, 'html') }],
  ['junit', { outputFile: join(folder, 'junit.xml'), embedAnnotationsAsProperties: true }],
];

export default defineConfig({
  // Paths in reports are relative to this folder. The only spec is in the project below.
  testDir: cwd,
  outputDir: join(folder, 'outputs'),
  snapshotPathTemplate: join(cwd, '__snapshots__', '{arg}{ext}'),
  fullyParallel: true,
  retries: 0,
  use: isBuiltIn && !list ? readConfiguredUse(cwd) : {},
  reporter: [
    [join(configFolder, '../reporter/index.js'), { failures: reporters.length === 0 }],
    ...(list ? [] : fileReporters),
    ...reporters.map((name): ReporterDescription => [name, REPORTER_OPTIONS[name] ?? {}]),
  ],
  projects: [{ testDir: configFolder }],
});
