import { writeFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { runCommand } from '../support/cli-harness.js';
import { parley } from '../support/parley.js';

interface Found {
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

const rows = (stdout: string): Found[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Found);

const SHOP = '<title>Shop</title><button><span>Buy now</span></button><a href=#faq>Help</a><p>Nothing</p>';
const MAIL = '<title>Mail</title><button>Compose</button><input aria-label="Search mail">';

test('look lists the elements of a page and ranks them for a query', async ({}, info) => {
  const file = info.outputPath('shop.html');
  writeFileSync(file, SHOP);
  const all = await parley(['look', file]);
  expect(all.code).toBe(0);
  expect(all.stdout).toMatch(
    /^Shop\nfile:.*\n3 candidates among \d+ elements[\s\S]*button “Buy now”[\s\S]*Milliseconds:/,
  );
  const ranked = await runCommand([
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
  const [found] = rows(ranked.stdout);
  expect(found).toMatchObject({ title: 'Shop', viewport: { width: 900, height: 700 } });
  expect(found!.candidates.map(({ rank, name }) => [rank, name])).toEqual([[1, 'Help']]);
});

test('several files give one line each, with folded elements', async ({}, info) => {
  const [shop, mail] = [info.outputPath('shop.html'), info.outputPath('mail.html')];
  writeFileSync(shop, SHOP);
  writeFileSync(mail, MAIL);
  const found = rows((await runCommand(['look', shop, mail, '--json'])).stdout);
  expect(found.map(({ file, title }) => [file, title])).toEqual([
    [shop, 'Shop'],
    [mail, 'Mail'],
  ]);
  expect(found[0]!.candidates[0]).toMatchObject({
    name: 'Buy now',
    score: null,
    visible: true,
    folded: [{ tag: 'span' }],
  });
});

test('a table of queries gives one line per row, in order; files are relative to the table', async ({}, info) => {
  writeFileSync(info.outputPath('shop.html'), SHOP);
  writeFileSync(info.outputPath('mail.html'), MAIL);
  const table = info.outputPath('pairs.tsv');
  writeFileSync(
    table,
    'file\tquery\nmail.html\twrite: compose\nshop.html\tbuy\r\n\nmail.html\tsearch my mail\n',
  );
  const { stdout, code } = await runCommand(['look', '--queries', table, '--top', '1']);
  expect(code).toBe(0);
  expect(rows(stdout).map(({ file, query, candidates }) => [file, query, candidates[0]!.name])).toEqual([
    ['mail.html', 'write: compose', 'Compose'],
    ['shop.html', 'buy', 'Buy now'],
    ['mail.html', 'search my mail', 'Search mail'],
  ]);
});

test('a page that cannot be opened gives a line with the reason, and the others continue', async ({}, info) => {
  writeFileSync(info.outputPath('shop.html'), SHOP);
  const table = info.outputPath('pairs.tsv');
  writeFileSync(table, 'https://nowhere.invalid/\tbuy\nshop.html\tbuy\n');
  const { stdout, code } = await runCommand(['look', '--queries', table]);
  expect(rows(stdout)).toMatchObject([
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
