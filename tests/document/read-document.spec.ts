import { truncate, writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';

import { readDocument } from '../../src/document/index.js';
import { splitPages } from '../../src/document/read-text.js';
import { createEncryptedPdf, createPdf } from './pdf-files.js';

const { signal } = new AbortController();

/** Writes a file to the test's output folder. @returns its path */
async function write(name: string, content: string | Buffer): Promise<string> {
  const path = test.info().outputPath(name);
  await writeFile(path, content);
  return path;
}

test('the pages of a PDF file are read with their numbers; pages without text are omitted', async () => {
  const path = await write('report.pdf', createPdf(['Total (net): 12', '', 'Appendix']));
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
  const path = await write('long.pdf', createPdf(['a', 'b', 'c']));
  const text = await readDocument(path, signal, { maxPages: 2 });
  expect(text).toMatchObject({ status: 'read', pageCount: 3, incomplete: 'Only 2 of 3 pages were read.' });
});

test('a PDF file is recognised by its content', async () => {
  const path = await write('download', createPdf(['Hello']));
  expect(await readDocument(path, signal)).toMatchObject({ pages: [{ number: 1, text: 'Hello' }] });
});

test('an unreadable file gives a reason', async () => {
  const huge = await write('huge.pdf', createPdf(['x']));
  await truncate(huge, 500 * 1024 * 1024);
  const table: [string, RegExp][] = [
    [huge, /PDF file has 500 MB; the limit is 50 MB/],
    [await write('locked.pdf', createEncryptedPdf()), /encrypted and needs a password/],
    [await write('broken.pdf', '%PDF-1.4\nnothing else'), /damaged/],
    [await write('scan.pdf', createPdf([''])), /no text/],
    [await write('empty.txt', ''), /empty/],
    [await write('blank.txt', ' \n '), /empty/],
    [
      await write('picture.png', Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13])),
      /type png \(12 bytes\)/,
    ],
    [test.info().outputPath('absent.pdf'), /does not exist/],
  ];
  for (const [path, reason] of table) {
    const text = await readDocument(path, signal);
    expect.soft(text, path).toMatchObject({ reason: expect.stringMatching(/^[A-Z].*\.$/) });
    expect.soft(text.status === 'unreadable' ? text.reason : 'read', path).toMatch(reason);
  }
});

test('reading a PDF file stops after the time limit', async () => {
  const path = await write('slow.pdf', createPdf(['x']));
  expect(await readDocument(path, signal, { pdfTimeoutMs: 0 })).toMatchObject({
    status: 'unreadable',
    reason: expect.stringContaining('in time'),
  });
});

test('an interrupt stops reading', async () => {
  const path = await write('some.pdf', createPdf(['x']));
  const controller = new AbortController();
  const reading = readDocument(path, controller.signal);
  controller.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});

test('text files are read in their encoding', async () => {
  const files: [string, Buffer, string][] = [
    ['utf8.csv', Buffer.from('name,price\r\nCafé,3 €\r\n'), 'name,price\nCafé,3 €'],
    ['bom.txt', Buffer.from('\ufeffHello'), 'Hello'],
    ['utf16.txt', Buffer.from('\ufeffHello', 'utf16le'), 'Hello'],
    ['latin1.txt', Buffer.from('Caf\xe9', 'latin1'), 'Café'],
    ['data.json', Buffer.from('{"a": 1}'), '{"a": 1}'],
  ];
  for (const [name, content, expected] of files) {
    const text = await readDocument(await write(name, content), signal);
    expect.soft(text, name).toEqual({ status: 'read', pageCount: 1, pages: [{ number: 1, text: expected }] });
  }
});

test('a long text is read partly, in pages of whole lines', async () => {
  const lines = Array.from({ length: 400 }, (_, i) => `Line ${i} of the text`);
  const path = await write('long.txt', lines.join('\n'));
  const text = await readDocument(path, signal, { maxTextBytes: 5_000 });
  expect(text).toMatchObject({ pageCount: 2, incomplete: expect.stringMatching(/^Only the first \d+ %/) });
  expect(splitPages(lines.join('\n')).join('\n')).toBe(lines.join('\n'));
  expect(splitPages('x'.repeat(7_000)).map((page) => page.length)).toEqual([3_000, 3_000, 1_000]);
  expect(splitPages('a\fb')).toEqual(['a', 'b']);
});
