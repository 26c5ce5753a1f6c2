import { truncate, writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';

import { readDocument } from '../../src/document/index.js';
import { splitPages } from '../../src/document/read-text.js';
import { createEncryptedPdf, createPdf } from './pdf-files.js';

const { signal } = new AbortController();

/** Writes a file to the test's output folder. @returns its path */
async function writeTestFile(name: string, content: string | Buffer): Promise<string> {
  const path = test.info().outputPath(name);
  await writeFile(path, content);
  return path;
}

test('the pages of a PDF file are read with their numbers; pages without text are omitted', async () => {
  const path = await writeTestFile('report.pdf', createPdf(['Total (net): 12', '', 'Appendix']));
  expect(await readDocument(path, signal)).toEqual({
    status: 'read',
    pageCount: 3,
    pages: [
      { number: 1, text: 'Total (net): 12' },
      { number: 3, text: 'Appendix' },
    ],
  });
});

test('only the first pages of a long PDF file are read, and the result says so', async () => {
  const path = await writeTestFile('long.pdf', createPdf(['a', 'b', 'c']));
  const result = await readDocument(path, signal, { maxPages: 2 });
  expect(result).toMatchObject({ status: 'read', pageCount: 3, incomplete: 'Only 2 of 3 pages were read.' });
});

test('a PDF file is recognised by its content', async () => {
  const path = await writeTestFile('download', createPdf(['Hello']));
  expect(await readDocument(path, signal)).toMatchObject({ pages: [{ number: 1, text: 'Hello' }] });
});

test('for an unreadable file, the reason is returned', async () => {
  const hugePdf = await writeTestFile('huge.pdf', createPdf(['x']));
  await truncate(hugePdf, 500 * 1024 * 1024);
  const cases: [string, RegExp][] = [
    [hugePdf, /PDF file is 500 MB; the limit is 50 MB/],
    [await writeTestFile('locked.pdf', createEncryptedPdf()), /encrypted and needs a password/],
    [await writeTestFile('broken.pdf', '%PDF-1.4\nnothing else'), /damaged/],
    [await writeTestFile('scan.pdf', createPdf([''])), /no text/],
    [await writeTestFile('empty.txt', ''), /empty/],
    [await writeTestFile('blank.txt', ' \n '), /empty/],
    [
      await writeTestFile('picture.png', Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13])),
      /type png \(12 bytes\)/,
    ],
    [test.info().outputPath('absent.pdf'), /does not exist/],
  ];
  for (const [path, reason] of cases) {
    const result = await readDocument(path, signal);
    expect.soft(result, path).toMatchObject({ reason: expect.stringMatching(/^[A-Z].*\.$/) });
    expect.soft(result.status === 'unreadable' ? result.reason : 'read', path).toMatch(reason);
  }
});

test('reading a PDF file stops after the time limit', async () => {
  const path = await writeTestFile('slow.pdf', createPdf(['x']));
  expect(await readDocument(path, signal, { pdfTimeoutMs: 0 })).toMatchObject({
    status: 'unreadable',
    reason: expect.stringContaining('in time'),
  });
});

test('an interrupt stops reading', async () => {
  const path = await writeTestFile('some.pdf', createPdf(['x']));
  const controller = new AbortController();
  const readPromise = readDocument(path, controller.signal);
  controller.abort(new Error('enough'));
  await expect(readPromise).rejects.toThrow('enough');
});

test('text files are read in their encoding', async () => {
  const cases: [string, Buffer, string][] = [
    ['utf8.csv', Buffer.from('name,price\r\nCafé,3 €\r\n'), 'name,price\nCafé,3 €'],
    ['bom.txt', Buffer.from('\ufeffHello'), 'Hello'],
    ['utf16.txt', Buffer.from('\ufeffHello', 'utf16le'), 'Hello'],
    ['latin1.txt', Buffer.from('Caf\xe9', 'latin1'), 'Café'],
    ['data.json', Buffer.from('{"a": 1}'), '{"a": 1}'],
  ];
  for (const [name, content, expected] of cases) {
    const result = await readDocument(await writeTestFile(name, content), signal);
    expect
      .soft(result, name)
      .toEqual({ status: 'read', pageCount: 1, pages: [{ number: 1, text: expected }] });
  }
});

test('only the first part of a long text file is read, in pages of whole lines', async () => {
  const lines = Array.from({ length: 400 }, (_, i) => `Line ${i} of the text`);
  const path = await writeTestFile('long.txt', lines.join('\n'));
  const result = await readDocument(path, signal, { maxTextBytes: 5_000 });
  expect(result).toMatchObject({ pageCount: 2, incomplete: expect.stringMatching(/^Only the first \d+ %/) });
  expect(splitPages(lines.join('\n')).join('\n')).toBe(lines.join('\n'));
  expect(splitPages('x'.repeat(7_000)).map((page) => page.length)).toEqual([3_000, 3_000, 1_000]);
  expect(splitPages('a\fb')).toEqual(['a', 'b']);
});
