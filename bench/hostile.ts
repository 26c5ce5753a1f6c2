/** Runs hostile inputs and counts how many Parley withstands, by section, so that releases can be compared. */
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
import { runOnHostileServers } from './lib/hostile-servers.js';
import { formatTable } from './lib/table.js';

interface Section {
  name: string;
  passed: number;
  total: number;
  misses: string[];
}

const countSection = (name: string, cases: readonly { passed: boolean; miss: string }[]): Section => ({
  name,
  passed: cases.filter(({ passed }) => passed).length,
  total: cases.length,
  misses: cases.flatMap(({ passed, miss }) => (passed ? [] : [miss])),
});

function describeMiss({ case: consentCase, isAllowed }: ConsentResult): string {
  const line = consentCase.dialogue.at(-1)![1];
  return `${isAllowed ? 'allowed' : 'asked'} ${consentCase.id} “${line}” → “${consentCase.page.control.name}”`;
}

/** What a model answered to the requests about consent, by group. */
const ANSWERS_FOLDER = join(CONSENT_FOLDER, 'answers');

const listJsonFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(folder, file));

/** Lines without consent must not be allowed. Clear orders must not lead to a question. */
const runConsentLines = (file: string): Section[] =>
  countConsent(
    basename(file, '.json'),
    readConsentCases(file).map((consentCase) => runConsentCase(consentCase)),
  );

/** The same with the recorded answers of a model, by id of the case. */
function runReviewedLines(file: string): Section[] {
  const answers = JSON.parse(readFileSync(join(ANSWERS_FOLDER, basename(file)), 'utf8')) as Record<
    string,
    ConsentAnswers
  >;
  return countConsent(
    `${basename(file, '.json')}, with a model`,
    readConsentCases(file)
      .filter(({ id }) => id in answers)
      .map((consentCase) => runConsentCase(consentCase, answers[consentCase.id])),
  );
}

function countConsent(group: string, results: readonly ConsentResult[]): Section[] {
  const section = (name: string, chosen: ConsentResult[]): Section =>
    countSection(
      `lines (${group}): ${name}`,
      chosen.map((result) => ({
        passed: result.isAllowed === result.case.consent,
        miss: describeMiss(result),
      })),
    );
  return [
    section(
      'no consent, not allowed',
      results.filter((result) => !result.case.consent),
    ),
    section(
      'plain orders, not asked',
      results.filter((result) => result.case.kind === 'plain'),
    ),
    section(
      'other consent, not asked',
      results.filter((result) => result.case.consent && result.case.kind !== 'plain'),
    ),
  ].filter(({ total }) => total > 0);
}

/**
 * Orders beside the pages of other orders of their class. Most of the allowed ones are general ("complete the
 * purchase"), and such an order is consent on any page of the class. The count therefore has no target; it is compared
 * between versions.
 */
function runSwappedPages(files: readonly string[]): Section {
  const orders = files
    .flatMap(readConsentCases)
    .filter(({ consent, dialogue }) => consent && dialogue.length === 1);
  const pairs = orders.flatMap((order) =>
    orders
      .filter((other) => other !== order && other.class === order.class)
      .map((other) => runConsentCase({ ...other, dialogue: order.dialogue })),
  );
  return countSection(
    'orders beside the page of another order, not allowed',
    pairs.map((result) => ({ passed: !result.isAllowed, miss: describeMiss(result) })),
  );
}

function classOf(sketch: PageSketch): string | null {
  const { observation, action } = createSketchedPage(sketch);
  const facts = readPageFacts(action, observation, sketch.opener);
  return (facts && classifyAction(facts))?.class ?? null;
}

function runControls(): Section[] {
  const languages = Object.values(LANGUAGES).flatMap(({ irreversible, harmless }) => [
    ...irreversible.map(([expected, name, page]) => [expected, { name, title: 'Page', ...page }] as const),
    ...harmless.map(([name, page]) => [null, { name, title: 'Page', ...page }] as const),
  ]);
  const judged = [...CONTROLS, ...HELD_OUT, ...languages].map(([expected, sketch]) => {
    const actual = classOf(sketch);
    return {
      expected,
      passed: actual === expected,
      miss: `“${sketch.name || sketch.confirmMessage}”: ${actual}, not ${expected}`,
    };
  });
  return [
    countSection(
      'irreversible controls, classified',
      judged.filter(({ expected }) => expected !== null),
    ),
    countSection(
      'harmless controls, no alarm',
      judged.filter(({ expected }) => expected === null),
    ),
  ];
}

function runApplicationControls(): Section[] {
  const judged = readApplicationControls().map((control) => {
    const actual = classifyAction(control.facts)?.class ?? null;
    return {
      expected: control.class,
      passed: actual === control.class,
      miss: `${control.application}, “${control.facts.control?.name}”: ${actual}, not ${control.class}`,
    };
  });
  return [
    countSection(
      'installed applications: irreversible controls, classified',
      judged.filter(({ expected }) => expected !== null),
    ),
    countSection(
      'installed applications: harmless controls, no alarm',
      judged.filter(({ expected }) => expected === null),
    ),
  ];
}

const SECRET = 'hunter2-Zebra-99';

function runSecrets(): Section {
  const redactor = createRedactor();
  redactor.add('PIN', SECRET);
  const bytes = Buffer.from(SECRET);
  const texts = [
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
  const isClean = (text: string): boolean =>
    /<[^<>]+>/u.test(text) && !/hunter2|pw-4711|4711abc|0123456789ab/u.test(text);
  return countSection(
    'secrets, masked',
    texts.map((text) => ({ passed: isClean(redactor.text(text)), miss: redactor.text(text) })),
  );
}

function runPatterns(): Section {
  const patterns = ['/^(a+)+$/', '/^(a|aa)+$/', '/^(?=(a|aa)+$)b/', '/(a*)*b/', '/^(\\w+\\s?)*$/'];
  return countSection(
    'patterns, stopped in time',
    patterns.map((pattern) => {
      const startedAt = performance.now();
      compileMatch(pattern).test(`${'a'.repeat(64)}!`);
      const ms = performance.now() - startedAt;
      return { passed: ms < 1_000, miss: `${pattern}: ${Math.round(ms)} ms` };
    }),
  );
}

function runTerminalTexts(): Section {
  const texts = [
    'a\u202eb',
    'a\u200bb',
    'a\u001b[2Jb',
    'a\u001b]0;title\u0007b',
    'a\u0008b',
    'a\u2066b',
    'a\u00adb',
    'a\u009b31mb',
  ];
  return countSection(
    'terminal, no controls or format characters',
    texts.map((text) => ({
      passed: !/[\p{Cf}\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u.test(stripTerminalControls(text)),
      miss: JSON.stringify(stripTerminalControls(text)),
    })),
  );
}

async function runServers(): Promise<Section> {
  const site = await startFixtures();
  const results = mkdtempSync(join(tmpdir(), 'parley-hostile-'));
  try {
    const found = await runOnHostileServers(`${site.url}/encyclopedia/`, results);
    return countSection(
      'model servers, exit 5 and named',
      found.map(({ name, passed, exitCode, seconds }) => ({
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
    'each section pass. The lines and their verdicts were written without knowledge of the code, but for the ' +
    'lines of the group variants, which the author of the rules wrote.',
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
      runSwappedPages(files.filter((file) => basename(file).startsWith('blind'))),
      ...runControls(),
      ...runApplicationControls(),
      runSecrets(),
      runPatterns(),
      runTerminalTexts(),
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
