/**
 * Compiles `src/` to `dist/`: TypeScript with tsc, the part that runs inside pages bundled into one file
 * with esbuild. Does nothing when the sources are as they were at the last build (`--force` to build anyway).
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stamp = join(dist, '.stamp');

function files(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function fingerprint() {
  const hash = createHash('sha256');
  const inputs = [
    ...files(join(root, 'src')),
    ...['tsconfig.json', 'tsconfig.build.json', 'package-lock.json', 'scripts/build.mjs'].map((f) =>
      join(root, f),
    ),
  ];
  for (const file of inputs)
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** Outputs whose source has gone would still be imported by accident. */
function removeOrphans() {
  for (const file of files(dist)) {
    const name = relative(dist, file);
    if (name.startsWith('.') || name.startsWith(join('page', 'injected'))) continue;
    const source = join(root, 'src', name.replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts'));
    if (source.endsWith('.ts') && !existsSync(source)) rmSync(file);
  }
}

export function build({ force = false } = {}) {
  const now = fingerprint();
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return 'fresh';
  const require = createRequire(import.meta.url);
  const tsc = join(dirname(require.resolve('@typescript/native/package.json')), 'bin', 'tsc');
  mkdirSync(dist, { recursive: true });
  const compiled = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (compiled.status !== 0) throw new Error('the sources do not compile (see the messages above)');
  const { buildSync } = require('esbuild');
  buildSync({
    entryPoints: [join(root, 'src/page/injected/engine.ts')],
    outfile: join(dist, 'page/injected/engine.js'),
    bundle: true,
    format: 'iife',
    globalName: 'parleyEngine',
    target: 'chrome120',
    logLevel: 'warning',
  });
  removeOrphans();
  const main = join(dist, 'cli/main.js');
  if (existsSync(main)) chmodSync(main, 0o755);
  writeFileSync(stamp, now);
  return 'built';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(
      build({ force: process.argv.includes('--force') }) === 'built'
        ? 'Built dist/.'
        : 'dist/ is up to date.',
    );
  } catch (error) {
    console.error(`Build failed: ${error.message}.`);
    process.exitCode = 1;
  }
}
