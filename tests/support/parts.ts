/**
 * Assigns every spec file to one part of the tests. A part is a Playwright project with the same name.
 *
 * - `unit`: pure tests. Neither the spec nor a helper that it imports starts a browser, the built program or a model.
 * - `browser`: all other tests that protect behaviour.
 * - `long`: the second skins of the scenarios, nested Playwright runs, the tests of the practice sites and of the benchmark data.
 *
 * `npm test` runs `unit` and `browser`; `.ci/run` also runs `long`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const TESTS = fileURLToPath(new URL('../', import.meta.url));
const SCENARIOS = 'scenarios/scenarios.spec.ts';

/** Spec files whose tests all belong to the long part. The scenarios belong to it too; see `parts`. */
const LONG =
  /^(fixtures\/|bench\/grounding|test\/(page-of-a-test|reliability-run|selection|suite|without-config)\.spec\.ts$)/;

/** Imports that start a browser, a process or the practice sites. */
const STARTS_SOMETHING = /(^|\/)(playwright|child_process|dist\/.*|fixtures\/server\.mjs|page\/index\.js)$/;

/** Slow specs without such an import: they load models, generate schemas or wait for retries of model servers. */
const SLOW =
  /^(rank\/(dense\/(devices|encoder|wordpiece)|hybrid|weblinx-ranker)|llm\/troubles|demonstration\/session-schema)\.spec\.ts$/;

const startsSomethingByFile = new Map<string, boolean>();

/** True if the file or a file of `tests/` that it imports has an import that starts something. */
function startsSomething(file: string): boolean {
  const cachedResult = startsSomethingByFile.get(file);
  if (cachedResult !== undefined) return cachedResult;
  // Ends the recursion in import cycles.
  startsSomethingByFile.set(file, false);
  const text = readFileSync(file, 'utf8').replace(/^import type [^;]*;/gm, '');
  const hasStartingImport = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].some(
    ([, specifier = '']) => {
      if (STARTS_SOMETHING.test(specifier.replace(/^node:/, ''))) return true;
      if (!specifier.startsWith('.')) return false;
      const source = resolve(dirname(file), specifier.replace(/\.js$/, '.ts'));
      return source.startsWith(TESTS) && existsSync(source) && startsSomething(source);
    },
  );
  startsSomethingByFile.set(file, hasStartingImport);
  return hasStartingImport;
}

const specs = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.spec.ts'))
  .map((path) => relative(TESTS, join(TESTS, path)));

const isUnit = (spec: string): boolean =>
  !LONG.test(spec) && !SLOW.test(spec) && !startsSomething(join(TESTS, spec));

const toAbsolutePaths = (specNames: readonly string[]): string[] =>
  specNames.map((spec) => join(TESTS, spec));

/**
 * The spec files of each part. The scenarios belong to two parts: `browser` runs them on their own sites with short
 * limits; `long` runs them on both skins with the shipped limits.
 */
export const parts = {
  unit: toAbsolutePaths(specs.filter(isUnit)),
  browser: toAbsolutePaths(specs.filter((spec) => !LONG.test(spec) && !isUnit(spec))),
  long: toAbsolutePaths(specs.filter((spec) => LONG.test(spec) || spec === SCENARIOS)),
};
