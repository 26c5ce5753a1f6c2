/** Edits text in plain fields, and in editors and grids from the npm registry; reads the results from their own APIs. */
import type { Page } from 'playwright';

import type { Candidate, PageAction, TextEdit } from '../src/contract/index.js';
import type { PageSurface } from '../src/page/index.js';
import { installApplications } from './lib/applications.js';
import { describeConditions, withBench } from './lib/bench.js';
import { defineBenchmark, JSON_OPTION, reportProgress, writeJson } from './lib/command-line.js';
import { EDITOR_PAGES, serveEditors, type EditorPage } from './lib/editor-pages.js';
import { formatTable } from './lib/table.js';

interface Case {
  name: string;
  /** The actions on the field or cell. */
  actions(uid: string): PageAction[];
  /** The expected content afterwards. */
  expected(start: string): string;
}

const clean = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A passage in the middle of the text that occurs only once. */
const passageOf = (start: string): string =>
  start.includes('Line 130 of') ? 'Line 130 of the log' : 'grey boat';

const edit = (uid: string, text: string, how: TextEdit): PageAction => ({
  intent: 'textInput',
  uid,
  text,
  edit: how,
});

const textCases = (start: string): Case[] => {
  const passage = passageOf(start);
  const isLine = !start.includes('\n');
  return [
    {
      name: 'append',
      actions: (uid) => [edit(uid, ' Thank you.', { at: 'end' })],
      expected: () => `${start} Thank you.`,
    },
    {
      name: 'insert',
      actions: (uid) => [edit(uid, ' Thank', { at: 'end' }), edit(uid, ' you.', { at: 'caret' })],
      expected: () => `${start} Thank you.`,
    },
    {
      name: 'replace',
      actions: (uid) => [edit(uid, 'blue ship', { passage })],
      expected: () => start.replace(passage, 'blue ship'),
    },
    { name: 'clear', actions: (uid) => [{ intent: 'textInput', uid, text: '' }], expected: () => '' },
    {
      name: isLine ? 'whole text' : 'several lines',
      actions: (uid) => [{ intent: 'textInput', uid, text: isLine ? 'One. Two.' : 'One.\nTwo.\nThree.' }],
      expected: () => (isLine ? 'One. Two.' : 'One. Two. Three.'),
    },
    {
      name: 'undo',
      actions: (uid) => [edit(uid, 'blue ship', { passage }), { intent: 'press', key: 'ControlOrMeta+z' }],
      expected: () => start,
    },
  ];
};

const cellCases: Case[] = [
  { name: 'replace', actions: (uid) => [{ intent: 'textInput', uid, text: 'C' }], expected: () => 'C' },
  {
    name: 'whole text',
    actions: (uid) => [{ intent: 'textInput', uid, text: 'Berth 7, north' }],
    expected: () => 'Berth 7, north',
  },
  {
    name: 'undo',
    actions: (uid) => [
      { intent: 'textInput', uid, text: 'C' },
      { intent: 'press', key: 'ControlOrMeta+z' },
    ],
    expected: () => 'B',
  },
];

/** Finds the cell with Petrel's berth, or the editor. */
async function findTarget(surface: PageSurface, isGrid: boolean, signal: AbortSignal): Promise<Candidate> {
  const { candidates } = await surface.observe({ text: true, outline: true }, signal);
  const petrel = candidates.findIndex(({ text }) => text === 'Petrel');
  const target = isGrid
    ? candidates.slice(petrel + 1).find(({ text }) => text === 'B')
    : candidates.find(({ states }) => states.editable);
  if (!target) throw new Error('The page has no field.');
  return target;
}

interface Result {
  page: string;
  name: string;
  isRight: boolean;
  detail: string;
}

async function runCase(
  editorPage: EditorPage,
  { name, actions, expected }: Case,
  surface: PageSurface,
  page: Page,
  url: string,
  signal: AbortSignal,
): Promise<Result> {
  const isGrid = editorPage.start === '';
  await surface.open(url, signal);
  const { uid } = await findTarget(surface, isGrid, signal);
  const outcomes: string[] = [];
  for (const action of actions(uid)) {
    const { outcome } = await surface.perform(action, signal);
    outcomes.push(outcome.status === 'failed' ? `${outcome.status}: ${outcome.detail}` : outcome.status);
    await surface.observe({ text: true }, signal);
  }
  const text = await page.evaluate(
    (grid) => {
      const api = window as unknown as { readText(): string; readCell(row: number, column: number): string };
      return grid === null ? api.readText() : api.readCell(grid, 1);
    },
    isGrid ? (editorPage.script === 'ag-grid' ? 0 : 1) : null,
  );
  const expectedText = expected(editorPage.start);
  const isRight = clean(text) === clean(expectedText) && outcomes.every((outcome) => outcome === 'done');
  const detail = isRight ? '' : `${outcomes.join(', ')}; holds ${JSON.stringify(clean(text).slice(-80))}`;
  return { page: editorPage.name, name, isRight, detail };
}

export const benchmark = defineBenchmark({
  summary: 'editing in plain fields, editors and grids from the npm registry',
  description:
    'Appends, inserts, replaces, clears and undoes text with Parley’s actions in a real browser, and compares the result with the content that the editor’s own API returns.',
  options: { json: JSON_OPTION },
  example: '--json editing.json',
  run: ({ json }) =>
    withBench({ peers: false }, async (bench) => {
      installApplications();
      const server = await serveEditors();
      const results: Result[] = [];
      try {
        process.stdout.write(`${describeConditions(bench.browser)}\n\n`);
        for (const editorPage of EDITOR_PAGES) {
          reportProgress(`editing: ${editorPage.name}`);
          const cases = editorPage.start === '' ? cellCases : textCases(editorPage.start);
          for (const editCase of cases) {
            const { surface, page } = await bench.surface();
            results.push(
              await runCase(
                editorPage,
                editCase,
                surface,
                page,
                server.urlOf(editorPage),
                bench.signal,
              ).catch((error: unknown) => ({
                page: editorPage.name,
                name: editCase.name,
                isRight: false,
                detail: String(error),
              })),
            );
            await surface.close();
          }
        }
      } finally {
        server.close();
      }
      const names = [...new Set(results.map(({ name }) => name))];
      const rows = EDITOR_PAGES.map(({ name }) => [
        name,
        ...names.map((column) => {
          const result = results.find((other) => other.page === name && other.name === column);
          return result ? (result.isRight ? 'right' : 'WRONG') : '';
        }),
      ]);
      process.stdout.write(`${formatTable(['', ...names], rows)}\n`);
      for (const { page, name, detail, isRight } of results)
        if (!isRight) process.stdout.write(`${page}, ${name}: ${detail}\n`);
      writeJson(json, results);
      return results.every(({ isRight }) => isRight) ? 0 : 1;
    }),
});
