/**
 * `parley-web/reporter`: prints verdict, turns, actions, tokens, cost and time of each scenario as it ends, and writes
 * `summary.json`. It reads only annotations and attachments, so it works the same on merged reports.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';

import { ParleyError, type VerdictKind } from '../../contract/index.js';
import { stripFormatCharacters } from '../../text/index.js';
import { RESULT_ATTACHMENT, type ScenarioResult } from '../result-format.js';
import { REPORTER_VARIABLE, readRunSettings } from '../settings.js';
import { compareWithBaseline } from './compare-baseline.js';
import { titleSpecsByFolder } from './spec-titles.js';
import { createPainter, formatScenario, formatSkipped, formatSummary } from './lines.js';
import { summarizeScenario, summarizeRun, type ScenarioSummary, type RunSummary } from './summary.js';

export interface ReporterOptions {
  /** File of the summary; `results/<time>/summary.json` by default. */
  outputFile?: string;
  /** The suite's baseline (docs/testing.md); the command line wins. */
  baseline?: string;
  /** Print failures with message and location; for runs without another reporter. */
  failures?: boolean;
  /** Set by Playwright; relative paths are resolved from it. */
  configDir?: string;
}

export default class ParleyReporter implements Reporter {
  readonly #options: ReporterOptions;
  #startedAt = new Date();
  /** Number of scenarios to run. */
  #count = 0;
  readonly #scenarios = new Map<string, ScenarioSummary>();
  #skippedCount = 0;
  /** Set if --scenario matches no scenario. */
  #noMatch: string | null = null;
  readonly #colour = Boolean(process.stdout.isTTY || process.env.FORCE_COLOR) && !process.env.NO_COLOR;
  readonly #paint = createPainter(this.#colour);

  constructor(options: ReporterOptions = {}) {
    this.#options = options;
    process.env[REPORTER_VARIABLE] = '1';
  }

  printsToStdio(): boolean {
    return Boolean(this.#options.failures);
  }

  onBegin({ workers }: FullConfig, suite: Suite): void {
    titleSpecsByFolder(suite);
    const count = suite.allTests().filter((test) => isScenario(test)).length;
    this.#count = count;
    const { scenarios: filters } = readRunSettings();
    this.#noMatch = filters && count === 0 ? `No scenario matches --scenario ${filters.join(' ')}.` : null;
    if (this.#options.failures && count > 0)
      this.#print(`${count} ${count === 1 ? 'scenario' : 'scenarios'}, ${workers} at a time\n`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (!isScenario(test)) return;
    const attached = readAttachedResult(result);
    if (!attached && result.status === 'skipped') {
      this.#skip(test, result);
      return;
    }
    const found = attached ?? withoutResult(test, result);
    const [, project = ''] = test.titlePath();
    const summary = summarizeScenario(found, { title: test.title, tags: test.tags, project });
    this.#scenarios.set(test.id, summary);
    this.#print(formatScenario(summary, this.#paint));
    // An interrupted scenario has no failure to explain.
    if (this.#options.failures && !['done', 'user'].includes(summary.verdict))
      for (const error of result.errors) this.#print(indent(formatError(error, this.#colour)));
  }

  /** A scenario that did not run, with the reason of `test.skip`. */
  #skip(test: TestCase, { annotations }: TestResult): void {
    this.#skippedCount += 1;
    const reason = [...annotations, ...test.annotations].find(({ type }) => type === 'skip')?.description;
    const file = test.annotations.find(({ type }) => type === 'scenario')?.description ?? '';
    this.#print(formatSkipped({ scenario: file, title: test.title, reason }, this.#paint));
  }

  onError(error: TestError): void {
    if (this.#options.failures) this.#print(indent(formatError(error, this.#colour)));
  }

  onEnd(result: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    return Promise.resolve(this.#end(result));
  }

  #end({ status, startTime, duration }: FullResult): { status: FullResult['status'] } | undefined {
    if (this.#noMatch) {
      this.#print(this.#noMatch);
      return { status: 'failed' };
    }
    const interrupted = status === 'interrupted' && this.#count > 0;
    if (this.#scenarios.size + this.#skippedCount === 0 && !interrupted) return undefined;
    // A merged report has the times of the runs that it merges.
    this.#startedAt = startTime;
    const result = summarizeRun([...this.#scenarios.values()], {
      startedAt: startTime,
      seconds: duration / 1000,
      interrupted,
      notRun:
        interrupted || status === 'failed' ? this.#count - this.#scenarios.size - this.#skippedCount : 0,
      skipped: this.#skippedCount,
    });
    // An interrupted run is an arbitrary part of the suite and is not compared.
    const { summary, info, errors } = interrupted
      ? { summary: result, info: [], errors: [] }
      : this.#compare(result);
    const [file = '', ...copies] = this.#files();
    for (const path of [file, ...copies]) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${JSON.stringify(summary, null, 2)}\n`);
    }
    this.#print(
      ['', ...formatSummary(summary, this.#paint), ...errors, ...info, `Summary: ${relativePath(file)}`].join(
        '\n',
      ),
    );
    const worse = errors.length > 0 || summary.comparison?.rate === 'worse';
    return worse && status === 'passed' ? { status: 'failed' } : undefined;
  }

  #compare(summary: RunSummary): { summary: RunSummary; info: string[]; errors: string[] } {
    const { configDir = process.cwd() } = this.#options;
    const { baseline, updateBaseline = false } = readRunSettings();
    const configured = this.#options.baseline && resolve(configDir, this.#options.baseline);
    const defaultFile = updateBaseline ? resolve('results/baseline.json') : undefined;
    const file = baseline ?? configured ?? defaultFile;
    if (!file) return { summary, info: [], errors: [] };
    try {
      const compared = compareWithBaseline(summary, file, updateBaseline);
      return {
        summary: compared,
        info: updateBaseline ? [`Baseline: ${relativePath(file)}`] : [],
        errors: [],
      };
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      return { summary, info: [], errors: [error.message, error.next] };
    }
  }

  /** The files of the summary: the requested one, and the one that `parley test` reads. */
  #files(): string[] {
    const { outputFile, configDir = process.cwd() } = this.#options;
    const { folder } = readRunSettings();
    const time = this.#startedAt
      .toISOString()
      .replace(/\.\d+Z$/, '')
      .replaceAll(':', '-');
    const requested = outputFile ? [resolve(configDir, outputFile)] : [];
    const defaultFolder = folder ?? (outputFile ? null : resolve(configDir, 'results', time));
    return [...requested, ...(defaultFolder ? [join(defaultFolder, 'summary.json')] : [])];
  }

  #print(text: string): void {
    process.stdout.write(`${stripFormatCharacters(text)}\n`);
  }
}

const isScenario = (test: TestCase): boolean => test.annotations.some(({ type }) => type === 'scenario');

function readAttachedResult(result: TestResult): ScenarioResult | null {
  const attachment = result.attachments.find(({ name }) => name === RESULT_ATTACHMENT);
  const body = attachment?.body ?? (attachment?.path ? readFileSync(attachment.path) : null);
  if (!body) return null;
  const found = JSON.parse(body.toString()) as ScenarioResult;
  // The conversation passed, but an assertion in `after` may have failed.
  if (found.verdict !== 'done' || result.status === 'passed' || result.status === 'skipped') return found;
  return { ...found, verdict: 'check', reason: firstLine(result) };
}

/** The result of a test that ended before it attached one. */
function withoutResult(test: TestCase, result: TestResult): ScenarioResult {
  const scenario = test.annotations.find(({ type }) => type === 'scenario')?.description ?? test.title;
  const kinds: Partial<Record<TestResult['status'], VerdictKind>> = {
    timedOut: 'budget',
    interrupted: 'user',
  };
  return {
    v: 2,
    scenario,
    id: scenario,
    verdict: kinds[result.status] ?? 'infra',
    reason: firstLine(result),
    pass: 1,
    runs: [],
  };
}

// oxlint-disable-next-line no-control-regex -- colours
const stripColours = (text: string): string => text.replace(/\u001b\[[0-9;]*m/g, '');

const firstLine = ({ error, status }: TestResult): string =>
  stripColours(error?.message ?? status).split('\n')[0]!;

/** Formats the message, a code frame and the location. */
function formatError(error: TestError, colour: boolean): string {
  const { message, value, snippet, location } = error;
  const place = location ? [`    at ${relativePath(location.file)}:${location.line}:${location.column}`] : [];
  const text = [message ?? value ?? 'failed', ...(snippet ? ['', snippet, ''] : []), ...place].join('\n');
  return colour ? text : stripColours(text);
}

const indent = (text: string): string => `${text.replace(/^(?=.)/gm, '    ')}\n`;

function relativePath(path: string): string {
  const local = relative(process.cwd(), path);
  return local && !local.startsWith('..') ? local : path;
}
