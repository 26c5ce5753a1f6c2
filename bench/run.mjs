/**
 * `npm run bench -- page|browser|prompt|rank|soak|parallel|suite|miniwob [flags]`: builds the product and runs one of the benchmarks beside it.
 * What is measured is `dist/`, as it is installed.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';

import { build, keepModuleUrls } from '../scripts/build.mjs';
import { root } from '../scripts/setup.mjs';

/** Imports the practice sites from their own folder. */
const externalFixtures = {
  name: 'external-fixtures',
  setup({ onResolve }) {
    onResolve({ filter: /^\.[./]*\/fixtures\// }, ({ path }) => ({
      path: path.replace(/^.*\/fixtures\//, '../../fixtures/'),
      external: true,
    }));
  },
};

const [name, ...flags] = process.argv.slice(2);
const source = join(root, 'bench', `${name}.ts`);
if (!name || !existsSync(source)) {
  process.stderr.write(
    'Say what to run: `npm run bench -- page`, `browser`, `prompt`, `rank`, `soak`, `parallel`, `suite` or `miniwob`.\n',
  );
  process.exitCode = 2;
} else {
  await build();
  const compiled = join(root, 'dist/bench', `${name}.js`);
  await bundle({
    // All of them: some measure in a process of their own, which runs another file of this folder.
    entryPoints: readdirSync(join(root, 'bench'))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(root, 'bench', file)),
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
  const { main } = await import(pathToFileURL(compiled).href);
  process.exitCode = await main(flags);
}
