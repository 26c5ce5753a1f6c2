/** What `parley test` runs where nobody wrote a config: the scenarios that it was given, and reports in one folder. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig, type ReporterDescription } from '@playwright/test';

import { runSettings } from '../settings.js';

const here = dirname(fileURLToPath(import.meta.url));
const { folder = 'results/test', cwd = process.cwd(), list = false, reporters = [] } = runSettings();

/** Some keep their files beside the config, which is in this package. */
const OPTIONS: Record<string, object> = {
  blob: { outputDir: join(cwd, 'blob-report') },
};

const reports: ReporterDescription[] = [
  ['html', { open: 'never', outputFolder: join(folder, 'html') }],
  ['junit', { outputFile: join(folder, 'junit.xml'), embedAnnotationsAsProperties: true }],
];

export default defineConfig({
  // Paths are told from here; the one spec stands in the project below.
  testDir: cwd,
  outputDir: join(folder, 'outputs'),
  snapshotPathTemplate: join(cwd, '__snapshots__', '{arg}{ext}'),
  fullyParallel: true,
  retries: 0,
  reporter: [
    [join(here, '../reporter/index.js'), { failures: reporters.length === 0 }],
    ...(list ? [] : reports),
    ...reporters.map((name): ReporterDescription => [name, OPTIONS[name] ?? {}]),
  ],
  projects: [{ testDir: here }],
});
