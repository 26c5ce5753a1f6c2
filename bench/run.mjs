/**
 * `npm run bench -- <name> [options]`: builds Parley into `dist/` and runs one benchmark on that build.
 * Each `.ts` file in this folder is a benchmark.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';

import { build, keepModuleUrls } from '../scripts/build.mjs';
import { root } from '../scripts/setup.mjs';

/** Keeps the fixture sites outside the bundle, because they read files from their own folder. */
const externalFixtures = {
  name: 'external-fixtures',
  setup({ onResolve }) {
    onResolve({ filter: /^\.[./]*\/fixtures\// }, ({ path }) => ({
      path: path.replace(/^.*\/fixtures\//, '../../fixtures/'),
      external: true,
    }));
  },
};

const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

/** Files of `lib/` that are loaded by path. */
const libraryEntryPoints = ['command-line', 'rank-cost-process'];

await bundle({
  entryPoints: [...names, ...libraryEntryPoints.map((name) => `lib/${name}`)].map((name) => ({
    in: join(root, 'bench', `${name}.ts`),
    out: name.replace('lib/', ''),
  })),
  outdir: join(root, 'dist/bench'),
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
  splitting: true,
  plugins: [externalFixtures, keepModuleUrls()],
});

const loadModule = (name) => import(pathToFileURL(join(root, 'dist/bench', `${name}.js`)).href);
const { runCommandLine } = await loadModule('command-line');
process.exitCode = await runCommandLine(process.argv.slice(2), {
  names,
  load: async (name) => (await loadModule(name)).benchmark,
  prepare: build,
});
