/** Runs hostile inputs and counts per section how many Parley withstands, so that releases can be compared. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { startFixtures } from '../fixtures/server.mjs';
import { compileMatch } from '../src/dialogue/matchers.js';
import { classifyAction, readPageFacts } from '../src/policy/consent/index.js';
import { createRedactor } from '../src/secrets/index.js';
import { stripTerminalControls } from '../src/text/index.js';
import { CONTROLS } from '../tests/policy/consent/controls.data.js';
import { HELD_OUT } from '../tests/policy/consent/held-out.data.js';
import { LANGUAGES } from '../tests/policy/consent/languages.data.js';
import { createSketchedPage, type PageSketch } from '../tests/policy/consent/sketch.js';
import { readApplicationControls } from './lib/application-controls.js';
import { defineBenchmark, JSON_OPTION, writeJson } from './lib/command-line.js';
import {
  CONSENT_FOLDER,
  readConsentCases,
  runConsentCase,
  type ConsentResult,
  type ConsentAnswers,
} from './lib/consent-cases.js';
import { isCarriedOutByDirect } from './lib/direct-consent.js';
import { runOnHostileServers } from './lib/hostile-servers.js';
import { formatTable } from './lib/table.js';

interface Section {
  name: string;
  passed: number;
  total: number;
  misses: string[];
}

const createSection = (name: string, cases: readonly { passed: boolean; miss: string }[]): Section => ({
  name,
  passed: cases.filter(({ passed }) => passed).length,
  total: cases.length,
  misses: cases.flatMap(({ passed, miss }) => (passed ? [] : [miss])),
});

function describeMiss({ case: consentCase, isAllowed }: ConsentResult): string {
  const line = consentCase.dialogue.at(-1)![1];
  return `${isAllowed ? 'allowed' : 'asked'} ${consentCase.id} “${line}” → “${consentCase.page.control.name}”`;
}

/** Folder of a model's recorded answers about consent, one file per group. */
const ANSWERS_FOLDER = join(CONSENT_FOLDER, 'answers');

const listJsonFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(folder, file));

/** Runs the cases of a file. Lines without consent must not be allowed; plain orders must not lead to a question. */
const runConsentLines = (file: string): Section[] =>
  createConsentSections(
    basename(file, '.json'),
    readConsentCases(file).map((consentCase) => runConsentCase(consentCase)),
  );

/** Runs the cases for which a model's answers are recorded, with those answers. */
function runReviewedLines(file: string): Section[] {
  const answers = JSON.parse(readFileSync(join(ANSWERS_FOLDER, basename(file)), 'utf8')) as Record<
    string,
    ConsentAnswers
  >;
  return createConsentSections(
    `${basename(file, '.json')}, with a model`,
    readConsentCases(file)
      .filter(({ id }) => id in answers)
      .map((consentCase) => runConsentCase(consentCase, answers[consentCase.id])),
  );
}

/**
 * Runs lines with the navigator `direct`, which has no model. It must not perform actions without consent, and should
 * carry out plain orders.
 */
async function runLinesWithDirect(file: string): Promise<Section[]> {
  const cases = readConsentCases(file).filter(({ consent, kind }) => !consent || kind === 'plain');
  const results = [];
  for (const consentCase of cases) {
    const isCarriedOut = await isCarriedOutByDirect(consentCase);
    results.push({
      consentCase,
      passed: isCarriedOut === consentCase.consent,
      miss: `${isCarriedOut ? 'carried out' : 'not carried out'} ${consentCase.id} “${consentCase.dialogue.at(-1)![1]}”`,
    });
  }
  const group = `lines (${basename(file, '.json')}, navigator direct)`;
  return [
    createSection(
      `${group}: no consent, not carried out`,
      results.filter(({ consentCase }) => !consentCase.consent),
    ),
    createSection(
      `${group}: plain orders, carried out`,
      results.filter(({ consentCase }) => consentCase.consent),
    ),
  ].filter(({ total }) => total > 0);
}

function createConsentSections(group: string, results: readonly ConsentResult[]): Section[] {
  const createGroupSection = (name: string, sectionResults: ConsentResult[]): Section =>
    createSection(
      `lines (${group}): ${name}`,
      sectionResults.map((result) => ({
        passed: result.isAllowed === result.case.consent,
        miss: describeMiss(result),
      })),
    );
  return [
    createGroupSection(
      'no consent, not allowed',
      results.filter((result) => !result.case.consent),
    ),
    createGroupSection(
      'plain orders, not asked',
      results.filter((result) => result.case.kind === 'plain'),
    ),
    createGroupSection(
      'other consent, not asked',
      results.filter((result) => result.case.consent && result.case.kind !== 'plain'),
    ),
  ].filter(({ total }) => total > 0);
}

/**
 * Combines each order with the pages of the other orders in its class. Most of the orders that are still allowed are
 * general, such as "complete the purchase", which is consent on any page of the class. The count therefore has no target
 * value; it is only compared between versions.
 */
function runSwappedPages(files: readonly string[]): Section {
  const orders = files
    .flatMap(readConsentCases)
    .filter(({ consent, dialogue }) => consent && dialogue.length === 1);
  const pairs = orders.flatMap((order) =>
    orders
      .filter((otherOrder) => otherOrder !== order && otherOrder.class === order.class)
      .map((otherOrder) => runConsentCase({ ...otherOrder, dialogue: order.dialogue })),
  );
  return createSection(
    'orders on the page of another order, not allowed',
    pairs.map((result) => ({ passed: !result.isAllowed, miss: describeMiss(result) })),
  );
}

function classifySketch(sketch: PageSketch): string | null {
  const { observation, action } = createSketchedPage(sketch);
  const facts = readPageFacts(action, observation, sketch.opener);
  return (facts && classifyAction(facts))?.class ?? null;
}

function runControls(): Section[] {
  const languageControls = Object.values(LANGUAGES).flatMap(({ irreversible, harmless }) => [
    ...irreversible.map(([expected, name, page]) => [expected, { name, title: 'Page', ...page }] as const),
    ...harmless.map(([name, page]) => [null, { name, title: 'Page', ...page }] as const),
  ]);
  const results = [...CONTROLS, ...HELD_OUT, ...languageControls].map(([expected, sketch]) => {
    const actual = classifySketch(sketch);
    return {
      expected,
      passed: actual === expected,
      miss: `“${sketch.name || sketch.confirmMessage}”: ${actual}, not ${expected}`,
    };
  });
  return [
    createSection(
      'irreversible controls, classified',
      results.filter(({ expected }) => expected !== null),
    ),
    createSection(
      'harmless controls, no alarm',
      results.filter(({ expected }) => expected === null),
    ),
  ];
}

function runApplicationControls(): Section[] {
  const results = readApplicationControls().map((control) => {
    const actual = classifyAction(control.facts)?.class ?? null;
    return {
      expected: control.class,
      passed: actual === control.class,
      miss: `${control.application}, “${control.facts.control?.name}”: ${actual}, not ${control.class}`,
    };
  });
  return [
    createSection(
      'installed applications: irreversible controls, classified',
      results.filter(({ expected }) => expected !== null),
    ),
    createSection(
      'installed applications: harmless controls, no alarm',
      results.filter(({ expected }) => expected === null),
    ),
  ];
}

const SECRET = 'hunter2-Zebra-99';

function runSecrets(): Section {
  const redactor = createRedactor();
  redactor.add('PIN', SECRET);
  const bytes = Buffer.from(SECRET);
  const samples = [
    `the pin ${SECRET}.`,
    JSON.stringify({ a: JSON.stringify({ pin: SECRET }) }),
    `?q=${encodeURIComponent(SECRET)}`,
    bytes.toString('base64'),
    Buffer.from(`user:${SECRET}`).toString('base64'),
    bytes.toString('hex'),
    bytes.toString('hex').replace(/../g, '%$&'),
    `excerpt hunter2-Ze… (300 characters in total)`,
    'https://ana:pw-4711@site.example/',
    'https://site.example/?access_token=4711abcdefgh',
    'Bearer 0123456789abcdef0123',
    `sk-${'a1'.repeat(20)}`,
  ];
  const isMasked = (text: string): boolean =>
    /<[^<>]+>/u.test(text) && !/hunter2|pw-4711|4711abc|0123456789ab/u.test(text);
  return createSection(
    'secrets, masked',
    samples.map((text) => ({ passed: isMasked(redactor.text(text)), miss: redactor.text(text) })),
  );
}

function runPatterns(): Section {
  const patterns = ['/^(a+)+$/', '/^(a|aa)+$/', '/^(?=(a|aa)+$)b/', '/(a*)*b/', '/^(\\w+\\s?)*$/'];
  return createSection(
    'patterns, stopped in time',
    patterns.map((pattern) => {
      const startedAt = performance.now();
      compileMatch(pattern).test(`${'a'.repeat(64)}!`);
      const ms = performance.now() - startedAt;
      return { passed: ms < 1_000, miss: `${pattern}: ${Math.round(ms)} ms` };
    }),
  );
}

function runTerminalText(): Section {
  const samples = [
    'a\u202eb',
    'a\u200bb',
    'a\u001b[2Jb',
    'a\u001b]0;title\u0007b',
    'a\u0008b',
    'a\u2066b',
    'a\u00adb',
    'a\u009b31mb',
  ];
  return createSection(
    'terminal, no controls or format characters',
    samples.map((text) => ({
      passed: !/[\p{Cf}\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u.test(stripTerminalControls(text)),
      miss: JSON.stringify(stripTerminalControls(text)),
    })),
  );
}

async function runServers(): Promise<Section> {
  const site = await startFixtures();
  const results = mkdtempSync(join(tmpdir(), 'parley-hostile-'));
  try {
    const serverResults = await runOnHostileServers(`${site.url}/encyclopedia/`, results);
    return createSection(
      'model servers, exit code 5 and server named',
      serverResults.map(({ name, passed, exitCode, seconds }) => ({
        passed,
        miss: `${name}: exit ${exitCode} after ${seconds.toFixed(1)} s`,
      })),
    );
  } finally {
    await site.close();
    rmSync(results, { recursive: true, force: true });
  }
}

export const benchmark = defineBenchmark({
  summary: 'hostile inputs that Parley withstands',
  description:
    'Runs hostile inputs against consent, secrets, patterns, the terminal and model servers, and prints how many of ' +
    'each section pass. The lines and their verdicts were written without knowledge of the code, except the ' +
    'lines of the group “variants”, which the author of the rules wrote.',
  options: {
    misses: { type: 'boolean', default: false, describe: 'Print every input that does not pass' },
    json: JSON_OPTION,
  },
  example: '--misses',
  run: async ({ misses, json }) => {
    const files = listJsonFiles(CONSENT_FOLDER);
    const sections = [
      ...files.flatMap(runConsentLines),
      ...listJsonFiles(ANSWERS_FOLDER).flatMap((file) =>
        runReviewedLines(join(CONSENT_FOLDER, basename(file))),
      ),
      ...(await Promise.all(files.map(runLinesWithDirect))).flat(),
      runSwappedPages(files.filter((file) => basename(file).startsWith('blind'))),
      ...runControls(),
      ...runApplicationControls(),
      runSecrets(),
      runPatterns(),
      runTerminalText(),
      await runServers(),
    ];
    const rows = sections.map(({ name, passed, total }) => [name, `${passed}`, `${total}`]);
    process.stdout.write(`${formatTable(['Section', 'passed', 'of'], rows)}\n`);
    if (misses)
      for (const { name, misses: list } of sections)
        if (list.length > 0)
          process.stdout.write(`\n${name}:\n${list.map((miss) => `  ${miss}\n`).join('')}`);
    writeJson(json, { sections });
    return 0;
  },
});
