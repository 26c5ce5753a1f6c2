/** Edits text in plain fields and in editors and grids from npm, and reads the results through their own APIs. */
import type { Page } from 'playwright';

import type { Candidate, PageAction, TextEdit } from '../src/contract/index.js';
import type { PageSurface } from '../src/page/index.js';
import { installNpmApplications } from './lib/applications.js';
import { describeMachine, withBenchmarkResources } from './lib/bench.js';
import { defineBenchmark, JSON_OPTION, reportProgress, writeJson } from './lib/command-line.js';
import { EDITOR_PAGES, serveEditors, type EditorPage } from './lib/editor-pages.js';
import { formatTable } from './lib/table.js';

interface EditCase {
  name: string;
  /** @param uid the field or cell */
  actions(uid: string): PageAction[];
  /** @param initialText content before the actions. @returns the expected content after them */
  getExpectedText(initialText: string): string;
}

const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Chooses a passage from the middle of the text that occurs only once. */
const choosePassage = (text: string): string =>
  text.includes('Line 130 of') ? 'Line 130 of the log' : 'grey boat';

const createEdit = (uid: string, text: string, edit: TextEdit): PageAction => ({
  intent: 'textInput',
  uid,
  text,
  edit,
});

const createTextCases = (initialText: string): EditCase[] => {
  const passage = choosePassage(initialText);
  const isSingleLine = !initialText.includes('\n');
  return [
    {
      name: 'append',
      actions: (uid) => [createEdit(uid, ' Thank you.', { at: 'end' })],
      getExpectedText: () => `${initialText} Thank you.`,
    },
    {
      name: 'insert',
      actions: (uid) => [createEdit(uid, ' Thank', { at: 'end' }), createEdit(uid, ' you.', { at: 'caret' })],
      getExpectedText: () => `${initialText} Thank you.`,
    },
    {
      name: 'replace',
      actions: (uid) => [createEdit(uid, 'blue ship', { passage })],
      getExpectedText: () => initialText.replace(passage, 'blue ship'),
    },
    { name: 'clear', actions: (uid) => [{ intent: 'textInput', uid, text: '' }], getExpectedText: () => '' },
    {
      name: isSingleLine ? 'whole text' : 'several lines',
      actions: (uid) => [
        { intent: 'textInput', uid, text: isSingleLine ? 'One. Two.' : 'One.\nTwo.\nThree.' },
      ],
      getExpectedText: () => (isSingleLine ? 'One. Two.' : 'One. Two. Three.'),
    },
    {
      name: 'undo',
      actions: (uid) => [
        createEdit(uid, 'blue ship', { passage }),
        { intent: 'press', key: 'ControlOrMeta+z' },
      ],
      getExpectedText: () => initialText,
    },
  ];
};

const CELL_CASES: EditCase[] = [
  {
    name: 'replace',
    actions: (uid) => [{ intent: 'textInput', uid, text: 'C' }],
    getExpectedText: () => 'C',
  },
  {
    name: 'whole text',
    actions: (uid) => [{ intent: 'textInput', uid, text: 'Berth 7, north' }],
    getExpectedText: () => 'Berth 7, north',
  },
  {
    name: 'undo',
    actions: (uid) => [
      { intent: 'textInput', uid, text: 'C' },
      { intent: 'press', key: 'ControlOrMeta+z' },
    ],
    getExpectedText: () => 'B',
  },
];

/** Finds the cell with Petrel’s berth in a grid, or the editor of another page. */
async function findTarget(surface: PageSurface, isGrid: boolean, signal: AbortSignal): Promise<Candidate> {
  const { candidates } = await surface.observe({ text: true, outline: true }, signal);
  const petrelIndex = candidates.findIndex(({ text }) => text === 'Petrel');
  const target = isGrid
    ? candidates.slice(petrelIndex + 1).find(({ text }) => text === 'B')
    : candidates.find(({ states }) => states.editable);
  if (!target) throw new Error('The page has no field.');
  return target;
}

interface EditResult {
  pageName: string;
  caseName: string;
  isCorrect: boolean;
  detail: string;
}

async function runCase(
  editorPage: EditorPage,
  { name: caseName, actions, getExpectedText }: EditCase,
  surface: PageSurface,
  page: Page,
  url: string,
  signal: AbortSignal,
): Promise<EditResult> {
  const isGrid = editorPage.initialText === '';
  await surface.open(url, signal);
  const { uid } = await findTarget(surface, isGrid, signal);
  const outcomes: string[] = [];
  for (const action of actions(uid)) {
    const { outcome } = await surface.perform(action, signal);
    outcomes.push(outcome.status === 'failed' ? `${outcome.status}: ${outcome.detail}` : outcome.status);
    await surface.observe({ text: true }, signal);
  }
  const actualText = await page.evaluate(
    (row) => {
      const testApi = window as unknown as {
        readText(): string;
        readCell(row: number, column: number): string;
      };
      return row === null ? testApi.readText() : testApi.readCell(row, 1);
    },
    isGrid ? (editorPage.script === 'ag-grid' ? 0 : 1) : null,
  );
  const expectedText = getExpectedText(editorPage.initialText);
  const isCorrect =
    collapseWhitespace(actualText) === collapseWhitespace(expectedText) &&
    outcomes.every((outcome) => outcome === 'done');
  const detail = isCorrect
    ? ''
    : `${outcomes.join(', ')}; holds ${JSON.stringify(collapseWhitespace(actualText).slice(-80))}`;
  return { pageName: editorPage.name, caseName, isCorrect, detail };
}

export const benchmark = defineBenchmark({
  summary: 'editing in plain fields, editors and grids from the npm registry',
  description:
    'Appends, inserts, replaces, clears and undoes text with Parley’s actions in a real browser, and compares the result with the content that the editor’s own API returns.',
  options: { json: JSON_OPTION },
  example: '--json editing.json',
  run: ({ json }) =>
    withBenchmarkResources({ peers: false }, async (bench) => {
      installNpmApplications();
      const server = await serveEditors();
      const results: EditResult[] = [];
      try {
        process.stdout.write(`${describeMachine(bench.browser)}\n\n`);
        for (const editorPage of EDITOR_PAGES) {
          reportProgress(`editing: ${editorPage.name}`);
          const cases = editorPage.initialText === '' ? CELL_CASES : createTextCases(editorPage.initialText);
          for (const editCase of cases) {
            const { surface, page } = await bench.openSurface();
            results.push(
              await runCase(
                editorPage,
                editCase,
                surface,
                page,
                server.getUrl(editorPage),
                bench.signal,
              ).catch((error: unknown) => ({
                pageName: editorPage.name,
                caseName: editCase.name,
                isCorrect: false,
                detail: String(error),
              })),
            );
            await surface.close();
          }
        }
      } finally {
        server.close();
      }
      const names = [...new Set(results.map(({ caseName }) => caseName))];
      const rows = EDITOR_PAGES.map(({ name }) => [
        name,
        ...names.map((column) => {
          const result = results.find(
            (candidate) => candidate.pageName === name && candidate.caseName === column,
          );
          return result ? (result.isCorrect ? 'right' : 'WRONG') : '';
        }),
      ]);
      process.stdout.write(`${formatTable(['', ...names], rows)}\n`);
      for (const { pageName, caseName, detail, isCorrect } of results)
        if (!isCorrect) process.stdout.write(`${pageName}, ${caseName}: ${detail}\n`);
      writeJson(json, results);
      return results.every(({ isCorrect }) => isCorrect) ? 0 : 1;
    }),
});
