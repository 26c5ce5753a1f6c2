import { writeFileSync } from 'node:fs';

import { expect, test } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import { runParley } from '../support/parley.js';

interface LookResult {
  file?: string;
  query?: string;
  url: string;
  title: string;
  viewport: { width: number; height: number };
  timings: Record<string, number>;
  candidates: {
    rank: number;
    score: number | null;
    name: string;
    folded: { tag: string }[];
    visible: boolean;
  }[];
}

const parseLookResults = (stdout: string): LookResult[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LookResult);

const SHOP = '<title>Shop</title><button><span>Buy now</span></button><a href=#faq>Help</a><p>Nothing</p>';
const MAIL = '<title>Mail</title><button>Compose</button><input aria-label="Search mail">';

test('look lists a page’s elements and ranks them for a query', async ({}, info) => {
  const file = info.outputPath('shop.html');
  writeFileSync(file, SHOP);
  const listResult = await runParley(['look', file]);
  expect(listResult.code).toBe(0);
  expect(listResult.stdout).toMatch(
    /^Shop\nfile:.*\nCandidates: 3; elements: \d+;[\s\S]*button “Buy now”[\s\S]*Milliseconds:/,
  );
  const rankResult = await runCommand([
    'look',
    file,
    '-q',
    'get some help',
    '-k',
    '1',
    '--json',
    '--viewport',
    '900x700',
  ]);
  const [lookResult] = parseLookResults(rankResult.stdout);
  expect(lookResult).toMatchObject({ title: 'Shop', viewport: { width: 900, height: 700 } });
  expect(lookResult!.candidates.map(({ rank, name }) => [rank, name])).toEqual([[1, 'Help']]);
});

test('look prints a page’s element list', async ({}, info) => {
  const file = info.outputPath('mail.html');
  writeFileSync(file, MAIL);
  const salientResult = await runCommand(['look', file, '--elements', 'salient']);
  expect(salientResult.stdout).toContain(
    'List of elements:\n<button id=1 val=Compose />\n<input_text id=2 val=Search mail />\n',
  );
  const miniwobResult = await runCommand(['look', file, '--elements', 'miniwob']);
  expect(miniwobResult.stdout).toContain(
    'List of elements:\n<body id=1 val= />\n<button id=2 val=Compose />\n',
  );
});

test('look prints one JSON line per file, with folded elements', async ({}, info) => {
  const [shop, mail] = [info.outputPath('shop.html'), info.outputPath('mail.html')];
  writeFileSync(shop, SHOP);
  writeFileSync(mail, MAIL);
  const results = parseLookResults((await runCommand(['look', shop, mail, '--json'])).stdout);
  expect(results.map(({ file, title }) => [file, title])).toEqual([
    [shop, 'Shop'],
    [mail, 'Mail'],
  ]);
  expect(results[0]!.candidates[0]).toMatchObject({
    name: 'Buy now',
    score: null,
    visible: true,
    folded: [{ tag: 'span' }],
  });
});

test('look prints one line per row of a query table, in order; files in the table are relative to it', async ({}, info) => {
  writeFileSync(info.outputPath('shop.html'), SHOP);
  writeFileSync(info.outputPath('mail.html'), MAIL);
  const table = info.outputPath('pairs.tsv');
  writeFileSync(
    table,
    'file\tquery\nmail.html\twrite: compose\nshop.html\tbuy\r\n\nmail.html\tsearch my mail\n',
  );
  const { stdout, code } = await runCommand(['look', '--queries', table, '--top', '1']);
  expect(code).toBe(0);
  expect(
    parseLookResults(stdout).map(({ file, query, candidates }) => [file, query, candidates[0]!.name]),
  ).toEqual([
    ['mail.html', 'write: compose', 'Compose'],
    ['shop.html', 'buy', 'Buy now'],
    ['mail.html', 'search my mail', 'Search mail'],
  ]);
});

test('a page that cannot be opened is reported in its row’s line, and the other rows are still processed', async ({}, info) => {
  writeFileSync(info.outputPath('shop.html'), SHOP);
  const table = info.outputPath('pairs.tsv');
  writeFileSync(table, 'https://nowhere.invalid/\tbuy\nshop.html\tbuy\n');
  const { stdout, code } = await runCommand(['look', '--queries', table]);
  expect(parseLookResults(stdout)).toMatchObject([
    { error: expect.stringContaining('host name'), candidates: [] },
    { title: 'Shop' },
  ]);
  expect(code).toBe(5);
});

test('an invalid row of the table is reported before a browser starts', async ({}, info) => {
  const table = info.outputPath('pairs.tsv');
  writeFileSync(table, 'missing.html\tbuy\n');
  const { stderr, code } = await runCommand(['look', '--queries', table]);
  expect(stderr).toContain(`${table}:1:1`);
  expect(code).toBe(2);
});
