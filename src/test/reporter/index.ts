/**
 * `parley/reporter`: verdict, turns, acts, tokens, money and time of each scenario, a line as it ends and all of them
 * in `summary.json`. It reads nothing but annotations and attachments, so that it tells the same of merged reports.
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
import { RESULT, type ScenarioResult } from '../result-format.js';
import { REPORTING, runSettings } from '../settings.js';
import { besideBaseline } from './beside-baseline.js';
import { headedByFolder } from './heading.js';
import { painter, scenarioLine, summaryLines } from './lines.js';
import { scenarioSummary, summaryOf, type ScenarioSummary, type Summary } from './summary.js';

export interface ReporterOptions {
  /** Where the summary is written; `results/<time>/summary.json` where it does not say. */
  outputFile?: string;
  /** The suite's baseline (docs/testing.md); the command line's goes before it. */
  baseline?: string;
  /** Failures are told with what failed and where. For when no other reporter does. */
  failures?: boolean;
  /** Playwright hands it over: relative paths start there. */
  configDir?: string;
}

export default class ParleyReporter implements Reporter {
  readonly #options: ReporterOptions;
  #startedAt = new Date();
  /** Of all that were to be held. */
  #count = 0;
  readonly #scenarios = new Map<string, ScenarioSummary>();
  readonly #troubles: string[] = [];
  /** Scenarios were asked for by name, and there is none. */
  #noneFits: string | null = null;
  readonly #colour = Boolean(process.stdout.isTTY || process.env.FORCE_COLOR) && !process.env.NO_COLOR;
  readonly #paint = painter(this.#colour);

  constructor(options: ReporterOptions = {}) {
    this.#options = options;
    process.env[REPORTING] = '1';
  }

  printsToStdio(): boolean {
    return Boolean(this.#options.failures);
  }

  onBegin({ workers }: FullConfig, suite: Suite): void {
    headedByFolder(suite);
    const count = suite.allTests().filter((test) => isScenario(test)).length;
    this.#count = count;
    const { scenarios: wanted } = runSettings();
    this.#noneFits = wanted && count === 0 ? `No scenario fits --scenario ${wanted.join(' ')}.` : null;
    if (this.#options.failures && count > 0)
      this.#print(`${count} ${count === 1 ? 'scenario' : 'scenarios'}, ${workers} at a time\n`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (!isScenario(test)) return;
    const left = leftBy(result);
    if (!left && result.status === 'skipped') return;
    const found = left ?? withoutResult(test, result);
    const [, project = ''] = test.titlePath();
    const summary = scenarioSummary(found, { title: test.title, tags: test.tags, project });
    this.#scenarios.set(test.id, summary);
    this.#print(scenarioLine(summary, this.#paint));
    // Of what was interrupted there is nothing to tell but that.
    if (this.#options.failures && !['done', 'user'].includes(summary.verdict))
      for (const error of result.errors) this.#print(indented(errorText(error, this.#colour)));
  }

  onError(error: TestError): void {
    this.#troubles.push(errorText(error, this.#colour));
    if (this.#options.failures) this.#print(indented(errorText(error, this.#colour)));
  }

  onEnd(result: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    return Promise.resolve(this.#end(result));
  }

  #end({ status, startTime, duration }: FullResult): { status: FullResult['status'] } | undefined {
    if (this.#noneFits) {
      this.#print(this.#noneFits);
      return { status: 'failed' };
    }
    const interrupted = status === 'interrupted' && this.#count > 0;
    if (this.#scenarios.size === 0 && !interrupted) return undefined;
    // Those of merged reports are of the runs that are merged.
    this.#startedAt = startTime;
    const held = summaryOf([...this.#scenarios.values()], {
      startedAt: startTime,
      seconds: duration / 1000,
      interrupted,
      notHeld: interrupted || status === 'failed' ? this.#count - this.#scenarios.size : 0,
    });
    // Part of a suite that nobody chose stands beside nothing.
    const { summary, told, trouble } = interrupted
      ? { summary: held, told: [], trouble: [] }
      : this.#beside(held);
    const [file = '', ...copies] = this.#files();
    for (const one of [file, ...copies]) {
      mkdirSync(dirname(one), { recursive: true });
      writeFileSync(one, `${JSON.stringify(summary, null, 2)}\n`);
    }
    this.#print(
      ['', ...summaryLines(summary, this.#paint), ...trouble, ...told, `Summary: ${shown(file)}`].join('\n'),
    );
    const worse = trouble.length > 0 || summary.comparison?.rate === 'worse';
    return worse && status === 'passed' ? { status: 'failed' } : undefined;
  }

  #beside(summary: Summary): { summary: Summary; told: string[]; trouble: string[] } {
    const { configDir = process.cwd() } = this.#options;
    const { baseline, updateBaseline = false } = runSettings();
    const own = this.#options.baseline && resolve(configDir, this.#options.baseline);
    const usual = updateBaseline ? resolve('results/baseline.json') : undefined;
    const file = baseline ?? own ?? usual;
    if (!file) return { summary, told: [], trouble: [] };
    try {
      const beside = besideBaseline(summary, file, updateBaseline);
      return { summary: beside, told: updateBaseline ? [`Baseline: ${shown(file)}`] : [], trouble: [] };
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      return { summary, told: [], trouble: [error.message, error.next] };
    }
  }

  /** Where it was asked for, and where `parley test` looks for it. */
  #files(): string[] {
    const { outputFile, configDir = process.cwd() } = this.#options;
    const { folder } = runSettings();
    const time = this.#startedAt
      .toISOString()
      .replace(/\.\d+Z$/, '')
      .replaceAll(':', '-');
    const asked = outputFile ? [resolve(configDir, outputFile)] : [];
    const usual = folder ?? (outputFile ? null : resolve(configDir, 'results', time));
    return [...asked, ...(usual ? [join(usual, 'summary.json')] : [])];
  }

  #print(text: string): void {
    process.stdout.write(`${text}\n`);
  }
}

const isScenario = (test: TestCase): boolean => test.annotations.some(({ type }) => type === 'scenario');

function leftBy(result: TestResult): ScenarioResult | null {
  const attachment = result.attachments.find(({ name }) => name === RESULT);
  const body = attachment?.body ?? (attachment?.path ? readFileSync(attachment.path) : null);
  if (!body) return null;
  const found = JSON.parse(body.toString()) as ScenarioResult;
  // What the conversation did not fail, an assertion about it may have.
  if (found.verdict !== 'done' || result.status === 'passed' || result.status === 'skipped') return found;
  return { ...found, verdict: 'check', reason: firstLine(result) };
}

/** A test that did not get so far as to judge its scenario. */
function withoutResult(test: TestCase, result: TestResult): ScenarioResult {
  const scenario = test.annotations.find(({ type }) => type === 'scenario')?.description ?? test.title;
  const kinds: Partial<Record<TestResult['status'], VerdictKind>> = {
    timedOut: 'budget',
    interrupted: 'user',
  };
  return {
    v: 1,
    scenario,
    id: scenario,
    verdict: kinds[result.status] ?? 'infra',
    reason: firstLine(result),
    pass: 1,
    runs: [],
  };
}

// oxlint-disable-next-line no-control-regex -- colours
const plain = (text: string): string => text.replace(/\u001b\[[0-9;]*m/g, '');

const firstLine = ({ error, status }: TestResult): string => plain(error?.message ?? status).split('\n')[0]!;

/** The message, the lines of the scenario around where it happened, and the place. */
function errorText(error: TestError, colour: boolean): string {
  const { message, value, snippet, location } = error;
  const place = location ? [`    at ${shown(location.file)}:${location.line}:${location.column}`] : [];
  const text = [message ?? value ?? 'failed', ...(snippet ? ['', snippet, ''] : []), ...place].join('\n');
  return colour ? text : plain(text);
}

const indented = (text: string): string => `${text.replace(/^(?=.)/gm, '    ')}\n`;

function shown(path: string): string {
  const near = relative(process.cwd(), path);
  return near && !near.startsWith('..') ? near : path;
}
