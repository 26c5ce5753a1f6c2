/**
 * Assigns every spec file to a Playwright project. Here, a Playwright project is called a part of the tests.
 *
 * - `unit`: pure tests. Neither the spec nor a helper that it imports starts a browser, the built program or a model.
 * - `browser`: all other tests of Parley's behaviour.
 * - `long`: the scenarios on both versions (“skins”) of each fixture site, nested Playwright runs, and the tests of
 *   the fixture sites, the benchmarks and their data.
 * - `soak`: the tests with the tag `@long` in specs of `browser`. They overload the browser or the processor on purpose.
 *
 * `npm test` runs `unit` and `browser`; `.ci/run` also runs `long` and `soak`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const TESTS_FOLDER = fileURLToPath(new URL('../', import.meta.url));
const SCENARIOS_SPEC = 'scenarios/scenarios.spec.ts';

/** Spec files that belong only to the long part. For the scenarios, see `partPatterns`. */
const LONG_SPECS =
  /^(fixtures\/|bench\/(?!consent)|replay\/nested-runs|suites\/run(-\w+)?\.spec|test\/(configuration|judge-run|page-of-a-test|reliability-run|selection|suite|without-config)\.spec\.ts$)/;

/** Imports that start a browser, a process or the fixture sites. */
const SLOW_IMPORT = /(^|\/)(playwright|child_process|dist\/.*|fixtures\/server\.mjs|page\/index\.js)$/;

/**
 * Specs that are slow for other reasons: they start workers, load models, generate schemas or wait for server
 * retries.
 */
const SLOW_SPECS =
  /^(document\/read-document|rank\/(dense\/(devices|encoder|wordpiece)|hybrid|weblinx-ranker)|llm\/failures|demonstration\/session-schema)\.spec\.ts$/;

/** Results of `hasSlowImport` by file. */
const slowImportCache = new Map<string, boolean>();

/** Whether the file has a slow import, either itself or through other files in `tests/`. */
function hasSlowImport(file: string): boolean {
  const cachedResult = slowImportCache.get(file);
  if (cachedResult !== undefined) return cachedResult;
  // Stops the recursion if files import each other.
  slowImportCache.set(file, false);
  const text = readFileSync(file, 'utf8').replace(/^import type [^;]*;/gm, '');
  const result = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].some(([, specifier = '']) => {
    if (SLOW_IMPORT.test(specifier.replace(/^node:/, ''))) return true;
    if (!specifier.startsWith('.')) return false;
    const source = resolve(dirname(file), specifier.replace(/\.js$/, '.ts'));
    return source.startsWith(TESTS_FOLDER) && existsSync(source) && hasSlowImport(source);
  });
  slowImportCache.set(file, result);
  return result;
}

const specs = readdirSync(TESTS_FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.spec.ts'))
  .map((path) => relative(TESTS_FOLDER, join(TESTS_FOLDER, path)));

const isUnitSpec = (spec: string): boolean =>
  !LONG_SPECS.test(spec) && !SLOW_SPECS.test(spec) && !hasSlowImport(join(TESTS_FOLDER, spec));

/** Creates one pattern for all specs, because Playwright would compile each path once per spec. */
const createSpecPattern = (specNames: readonly string[]): RegExp => {
  const paths = specNames.map((spec) =>
    spec
      .replaceAll('\\', '/')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('/', '[\\\\/]'),
  );
  return new RegExp(`[\\\\/]tests[\\\\/](${paths.join('|')})$`);
};

/**
 * Patterns that match the spec files of each part. The scenarios belong to two parts: `browser` runs each on the site
 * at its start URL, with short limits; `long` runs it on both skins of that site, with the shipped limits.
 */
export const partPatterns = {
  unit: createSpecPattern(specs.filter(isUnitSpec)),
  browser: createSpecPattern(specs.filter((spec) => !LONG_SPECS.test(spec) && !isUnitSpec(spec))),
  soak: createSpecPattern(
    specs.filter((spec) => !LONG_SPECS.test(spec) && !isUnitSpec(spec) && spec !== SCENARIOS_SPEC),
  ),
  long: createSpecPattern(specs.filter((spec) => LONG_SPECS.test(spec) || spec === SCENARIOS_SPEC)),
};
