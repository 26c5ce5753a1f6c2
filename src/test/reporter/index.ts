/**
 * `parley-web/reporter`: when a scenario ends, prints its verdict, turns, actions, tokens, cost and time. At the end
 * of the run, writes `summary.json`. Reads only annotations and attachments, so it also works on merged reports.
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
import { retitleSpecs } from './spec-titles.js';
import { createStyler, formatScenario, formatSkipped, formatSummary } from './format-terminal.js';
import { summarizeScenario, summarizeRun, type ScenarioSummary, type RunSummary } from './summary.js';

export interface ReporterOptions {
  /** File to write the summary to; `results/<time>/summary.json` by default. */
  outputFile?: string;
  /** The suite's baseline (docs/testing.md); the command line takes precedence. */
  baseline?: string;
  /** Whether to print failures with their messages and locations, for runs without another reporter. */
  failures?: boolean;
  /** Set by Playwright. Relative paths are resolved from this folder. */
  configDir?: string;
}

export default class ParleyReporter implements Reporter {
  readonly #options: ReporterOptions;
  #startedAt = new Date();
  /** Number of scenarios to run. */
  #scenarioCount = 0;
  readonly #scenarios = new Map<string, ScenarioSummary>();
  #skippedCount = 0;
  /** The message to print if --scenario matches no scenario. */
  #noMatchMessage: string | null = null;
  readonly #usesColour = Boolean(process.stdout.isTTY || process.env.FORCE_COLOR) && !process.env.NO_COLOR;
  readonly #style = createStyler(this.#usesColour);

  constructor(options: ReporterOptions = {}) {
    this.#options = options;
    process.env[REPORTER_VARIABLE] = '1';
  }

  printsToStdio(): boolean {
    return Boolean(this.#options.failures);
  }

  onBegin({ workers }: FullConfig, suite: Suite): void {
    retitleSpecs(suite);
    const scenarioCount = suite.allTests().filter((test) => isScenario(test)).length;
    this.#scenarioCount = scenarioCount;
    const { scenarios: filters } = readRunSettings();
    this.#noMatchMessage =
      filters && scenarioCount === 0 ? `No scenario matches --scenario ${filters.join(' ')}.` : null;
    if (this.#options.failures && scenarioCount > 0)
      this.#print(
        `${scenarioCount} ${scenarioCount === 1 ? 'scenario' : 'scenarios'}, ${workers} at a time\n`,
      );
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (!isScenario(test)) return;
    const attachedResult = readAttachedResult(result);
    if (!attachedResult && result.status === 'skipped') {
      this.#reportSkipped(test, result);
      return;
    }
    const scenarioResult = attachedResult ?? createMissingResult(test, result);
    const [, project = ''] = test.titlePath();
    const summary = summarizeScenario(scenarioResult, { title: test.title, tags: test.tags, project });
    this.#scenarios.set(test.id, summary);
    this.#print(formatScenario(summary, this.#style));
    // An interrupted scenario has no failure to explain.
    if (this.#options.failures && !['done', 'user'].includes(summary.verdict))
      for (const error of result.errors) this.#print(indent(formatError(error, this.#usesColour)));
  }

  /** Counts and prints a scenario that did not run, with the reason given to `test.skip`. */
  #reportSkipped(test: TestCase, { annotations }: TestResult): void {
    this.#skippedCount += 1;
    const reason = [...annotations, ...test.annotations].find(({ type }) => type === 'skip')?.description;
    const file = test.annotations.find(({ type }) => type === 'scenario')?.description ?? '';
    this.#print(formatSkipped({ scenario: file, title: test.title, reason }, this.#style));
  }

  onError(error: TestError): void {
    if (this.#options.failures) this.#print(indent(formatError(error, this.#usesColour)));
  }

  onEnd(result: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    return Promise.resolve(this.#finish(result));
  }

  #finish({ status, startTime, duration }: FullResult): { status: FullResult['status'] } | undefined {
    if (this.#noMatchMessage) {
      this.#print(this.#noMatchMessage);
      return { status: 'failed' };
    }
    const interrupted = status === 'interrupted' && this.#scenarioCount > 0;
    if (this.#scenarios.size + this.#skippedCount === 0 && !interrupted) return undefined;
    // In a merged report, the start time and the duration are those of the merged runs.
    this.#startedAt = startTime;
    const runSummary = summarizeRun([...this.#scenarios.values()], {
      startedAt: startTime,
      seconds: duration / 1000,
      interrupted,
      notRun:
        interrupted || status === 'failed'
          ? this.#scenarioCount - this.#scenarios.size - this.#skippedCount
          : 0,
      skipped: this.#skippedCount,
    });
    // An interrupted run covers an arbitrary part of the suite, so it is not compared with the baseline.
    const { summary, info, errors } = interrupted
      ? { summary: runSummary, info: [], errors: [] }
      : this.#compareWithBaseline(runSummary);
    const [file = '', ...copies] = this.#listSummaryFiles();
    for (const path of [file, ...copies]) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${JSON.stringify(summary, null, 2)}\n`);
    }
    this.#print(
      ['', ...formatSummary(summary, this.#style), ...errors, ...info, `Summary: ${relativePath(file)}`].join(
        '\n',
      ),
    );
    const isWorse = errors.length > 0 || summary.comparison?.rate === 'worse';
    return isWorse && status === 'passed' ? { status: 'failed' } : undefined;
  }

  #compareWithBaseline(summary: RunSummary): { summary: RunSummary; info: string[]; errors: string[] } {
    const { configDir = process.cwd() } = this.#options;
    const { baseline, updateBaseline = false } = readRunSettings();
    const configuredFile = this.#options.baseline && resolve(configDir, this.#options.baseline);
    const defaultFile = updateBaseline ? resolve('results/baseline.json') : undefined;
    const file = baseline ?? configuredFile ?? defaultFile;
    if (!file) return { summary, info: [], errors: [] };
    try {
      const comparedSummary = compareWithBaseline(summary, file, updateBaseline);
      return {
        summary: comparedSummary,
        info: updateBaseline ? [`Baseline: ${relativePath(file)}`] : [],
        errors: [],
      };
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      return { summary, info: [], errors: [error.message, error.next] };
    }
  }

  /** Lists the summary files to write: the requested one, and the one that `parley test` reads. */
  #listSummaryFiles(): string[] {
    const { outputFile, configDir = process.cwd() } = this.#options;
    const { folder } = readRunSettings();
    const timestamp = this.#startedAt
      .toISOString()
      .replace(/\.\d+Z$/, '')
      .replaceAll(':', '-');
    const requestedFiles = outputFile ? [resolve(configDir, outputFile)] : [];
    const defaultFolder = folder ?? (outputFile ? null : resolve(configDir, 'results', timestamp));
    return [...requestedFiles, ...(defaultFolder ? [join(defaultFolder, 'summary.json')] : [])];
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
  const scenarioResult = JSON.parse(body.toString()) as ScenarioResult;
  // The conversation passed, but an assertion in `after` may have failed.
  if (scenarioResult.verdict !== 'done' || result.status === 'passed' || result.status === 'skipped')
    return scenarioResult;
  return { ...scenarioResult, verdict: 'check', reason: readFirstErrorLine(result) };
}

/** Creates the result of a test that ended before it attached a result. */
function createMissingResult(test: TestCase, result: TestResult): ScenarioResult {
  const scenario = test.annotations.find(({ type }) => type === 'scenario')?.description ?? test.title;
  const verdictsByStatus: Partial<Record<TestResult['status'], VerdictKind>> = {
    timedOut: 'budget',
    interrupted: 'user',
  };
  return {
    v: 2,
    scenario,
    id: scenario,
    verdict: verdictsByStatus[result.status] ?? 'infra',
    reason: readFirstErrorLine(result),
    pass: 1,
    runs: [],
  };
}

// oxlint-disable-next-line no-control-regex -- colours
const stripColours = (text: string): string => text.replace(/\u001b\[[0-9;]*m/g, '');

const readFirstErrorLine = ({ error, status }: TestResult): string =>
  stripColours(error?.message ?? status).split('\n')[0]!;

/** Formats the message, a code frame and the location. */
function formatError(error: TestError, usesColour: boolean): string {
  const { message, value, snippet, location } = error;
  const locationLines = location
    ? [`    at ${relativePath(location.file)}:${location.line}:${location.column}`]
    : [];
  const text = [message ?? value ?? 'failed', ...(snippet ? ['', snippet, ''] : []), ...locationLines].join(
    '\n',
  );
  return usesColour ? text : stripColours(text);
}

const indent = (text: string): string => `${text.replace(/^(?=.)/gm, '    ')}\n`;

function relativePath(path: string): string {
  const relativeToCwd = relative(process.cwd(), path);
  return relativeToCwd && !relativeToCwd.startsWith('..') ? relativeToCwd : path;
}
