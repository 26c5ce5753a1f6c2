/**
 * Builds `dist/` from `src/`: type declarations with tsc, the program bundled by esbuild into entry points and shared
 * chunks, and the script for pages as a single file. Skips the build if no input has changed since the last
 * build (`--force` builds anyway).
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sourceFolder = join(root, 'src');
const distFolder = join(root, 'dist');
const stampFile = join(distFolder, '.stamp');
const LICENCES = 'dist/THIRD-PARTY-LICENCES.txt';

/** Modules of the published package that Node or Playwright loads by path. */
const ENTRY_POINTS = [
  'cli/main',
  'test/index',
  'test/reporter/index',
  'test/runner/playwright.config',
  'test/runner/scenarios.spec',
  'suites/runner/playwright.config',
  'suites/runner/progress-reporter',
  'suites/runner/tasks.spec',
  'rank/dense/worker',
  'rank/dense/trial',
  'document/pdf-worker',
];

/** Modules that only this repository's scripts and tests load. A separate bundle keeps them from splitting the chunks above. */
const DEVELOPMENT_ENTRY_POINTS = [
  'assembly/config-json-schema',
  'cli/command-line',
  'demonstration/index',
  'dialogue/json-schema',
  'instructor/index',
  'page/index',
  'policy-library/json-schema',
  'rank/dense/pack',
  'secrets/index',
];

/** Packages bundled for a faster start: each has many files or is loaded by most commands. */
const BUNDLED_PACKAGES = ['eventsource-parser', 'fastest-levenshtein', 'parse5', 'yaml', 'zod'];

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function computeFingerprint() {
  const hash = createHash('sha256');
  const inputs = [
    ...listFiles(sourceFolder),
    ...['tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json', 'scripts/build.mjs'].map(
      (name) => join(root, name),
    ),
  ];
  for (const file of inputs)
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** Checks all types and writes the declarations. */
function emitTypes() {
  const tsc = join(dirname(require.resolve('@typescript/native/package.json')), 'bin', 'tsc');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(null) : reject(new Error('the sources do not compile (see the messages above)')),
    );
  });
}

/**
 * Makes `import.meta.url` point at the module's own location in `dist/`, although its code moves to a chunk. Relative
 * paths to models, fixtures and workers then work in `src/` and in `dist/`.
 */
export function keepModuleUrls(rewrittenFiles = new Set()) {
  return {
    name: 'keep-module-urls',
    setup(builder) {
      const entries = new Set(builder.initialOptions.entryPoints.map((entry) => entry.in ?? entry));
      builder.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!path.startsWith(sourceFolder + sep) || entries.has(path)) return undefined;
        const text = await readFile(path, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        rewrittenFiles.add(relative(root, path).replaceAll(sep, '/'));
        const modulePath = relative(sourceFolder, path).replaceAll(sep, '/').replace(/\.ts$/, '.js');
        const url = `new URL(${JSON.stringify(`../${modulePath}`)}, import.meta.url).href`;
        return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
      });
    },
  };
}

/** Lists the dependencies that are not bundled. */
function listExternalPackages() {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return [...Object.keys(dependencies), '@playwright/test', 'playwright']
    .filter((name) => !BUNDLED_PACKAGES.includes(name))
    .flatMap((name) => [name, `${name}/*`]);
}

/** Writes the licences of the bundled packages, including those that they depend on. */
function writeLicences(inputs) {
  const packages = new Set(
    inputs.map((input) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]).filter(Boolean),
  );
  const sections = [...packages]
    .toSorted((a, b) => a.localeCompare(b))
    .map((name) => {
      const folder = join(root, 'node_modules', name);
      const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
      if (!licence) throw new Error(`${name} is bundled but has no licence file`);
      return `${name}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
    });
  writeFileSync(
    join(root, LICENCES),
    `Packages bundled in this folder\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`,
  );
}

/** @returns esbuild's metafile; its paths are relative to the repository's root */
async function bundle(names, chunkNames) {
  const { build: esbuild } = require('esbuild');
  const rewrittenFiles = new Set();
  const { metafile } = await esbuild({
    absWorkingDir: root,
    entryPoints: names.map((name) => ({ in: join(sourceFolder, `${name}.ts`), out: name })),
    outdir: distFolder,
    chunkNames,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: listExternalPackages(),
    // The package's entry for Node is CommonJS, which cannot be bundled into ESM. This entry has the same code.
    alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
    // Node compiles less text at each start. Names stay, for stack traces.
    minifyWhitespace: true,
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    plugins: [keepModuleUrls(rewrittenFiles)],
  });
  for (const [output, { inputs }] of Object.entries(metafile.outputs))
    for (const input of Object.keys(inputs))
      // The rewritten URL is relative to a file directly inside a folder of dist/.
      if (rewrittenFiles.has(input) && output.split('/').length !== 3)
        throw new Error(`${input} uses import.meta.url and was bundled into ${output}, at another depth`);
  return metafile;
}

async function bundlePageScript() {
  const { build: esbuild } = require('esbuild');
  await esbuild({
    entryPoints: [join(sourceFolder, 'page/injected/engine.ts')],
    outfile: join(distFolder, 'page/injected/engine.js'),
    bundle: true,
    format: 'iife',
    globalName: 'parleyEngine',
    target: 'chrome120',
    // Playwright sends the script to every document of every frame, so its size matters.
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
}

/** Bundles the script and the style sheet of reports; their text is copied into each report. */
async function bundleReportViewer() {
  const { build: esbuild } = require('esbuild');
  await esbuild({
    entryPoints: ['viewer.ts', 'viewer.css'].map((name) => join(sourceFolder, 'report/viewer', name)),
    outdir: join(distFolder, 'report/viewer'),
    bundle: true,
    format: 'iife',
    target: 'chrome123',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
}

/** Deletes files of earlier builds that this build did not write. */
function deleteStaleFiles(writtenFiles) {
  const currentFiles = new Set(writtenFiles);
  for (const file of listFiles(distFolder)) {
    const name = relative(distFolder, file).replaceAll(sep, '/');
    if (name.startsWith('.') || /^(page\/injected|report\/viewer|bench)\//.test(name)) continue;
    const declaredModule = /^(.*)\.d\.ts$/.exec(name)?.[1];
    const isCurrent =
      declaredModule === undefined
        ? currentFiles.has(`dist/${name}`)
        : existsSync(join(sourceFolder, `${declaredModule}.ts`));
    if (!isCurrent) rmSync(file);
  }
}

/** @returns 'up-to-date' if nothing had to be built, else 'built' */
export async function build({ force = false } = {}) {
  const currentFingerprint = computeFingerprint();
  if (!force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === currentFingerprint)
    return 'up-to-date';
  mkdirSync(distFolder, { recursive: true });
  await emitTypes();
  const [publishedBundle, developmentBundle] = await Promise.all([
    bundle(ENTRY_POINTS, 'chunks/[name]-[hash]'),
    bundle(DEVELOPMENT_ENTRY_POINTS, 'development/[name]-[hash]'),
    bundlePageScript(),
    bundleReportViewer(),
  ]);
  writeLicences(Object.keys(publishedBundle.inputs));
  deleteStaleFiles([
    LICENCES,
    ...Object.keys(publishedBundle.outputs),
    ...Object.keys(developmentBundle.outputs),
  ]);
  chmodSync(join(distFolder, 'cli/main.js'), 0o755);
  writeFileSync(stampFile, currentFingerprint);
  return 'built';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const outcome = await build({ force: process.argv.includes('--force') });
    console.log(outcome === 'built' ? 'Built dist/.' : 'dist/ is up to date.');
  } catch (error) {
    console.error(`Build failed: ${error.message}.`);
    process.exitCode = 1;
  }
}
