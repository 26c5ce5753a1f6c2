import { readdirSync, readFileSync } from 'node:fs';

import { toSafeFileName } from '../../../src/page/download-policy.js';
import { FULL_BROWSER } from '../../support/browser.js';
import { listEffectTypes, expect, signal, test } from './visit.js';

// The headless shell has no PDF viewer and names downloads differently.
test.use({ browserPath: FULL_BROWSER });
// One worker runs all tests in this file, because each worker would launch a full browser.
test.describe.configure({ mode: 'default' });

test('downloads are saved under unique names', async ({ createVisit }, info) => {
  const downloads = info.outputPath('downloads');
  const visit = await createVisit({ downloads });
  await visit.open('/hazards/downloads');
  for (const [button, file] of [
    ['Report', 'report.csv'],
    ['Report', 'report (2).csv'],
    ['Report in a new tab', 'report (3).csv'],
    ['Odd name', '_.._.evil name.csv'],
    ['Name in other scripts', '報告 تقرير.csv'],
    ['Made by the page', 'made.txt'],
  ] as const)
    expect(await visit.click(button)).toMatchObject({
      status: 'done',
      effects: expect.arrayContaining([{ type: 'download', file }]),
    });
  await visit.surface.waitForDownloads();
  expect(readdirSync(downloads).sort()).toEqual(
    [
      'report.csv',
      'report (2).csv',
      'report (3).csv',
      '_.._.evil name.csv',
      '報告 تقرير.csv',
      'made.txt',
    ].sort(),
  );
  expect(readFileSync(`${downloads}/made.txt`, 'utf8')).toBe('made');
  expect(visit.surface.probe.downloads()).toHaveLength(6);
  expect(visit.surface.probe.downloads()).toContainEqual({ name: 'made.txt', bytes: 4 });
  expect((await visit.observe()).tabs).toHaveLength(1);
});

test('closing the surface waits for a download that has just begun', async ({ createVisit }, info) => {
  const downloads = info.outputPath('downloads');
  const visit = await createVisit({ downloads });
  await visit.open('/hazards/downloads');
  await visit.click('Large file');
  await visit.surface.close();
  expect(readFileSync(`${downloads}/large.csv`)).toHaveLength(900_000);
});

for (const { name, button, policy, file, reason } of [
  { name: 'a program', button: 'Program', policy: {}, file: 'setup.exe', reason: 'files of type .exe' },
  {
    name: 'a file with a Content-Length above the limit',
    button: 'Large file',
    policy: { maxBytes: 500_000 },
    file: 'large.csv',
    reason: 'larger than',
  },
  {
    name: 'a file that grows too large',
    button: 'Endless file',
    policy: { maxBytes: 500_000 },
    file: 'endless.csv',
    reason: 'larger than',
  },
])
  test(`${name} is refused, and the click that started the download fails`, async ({ createVisit }, info) => {
    const downloads = info.outputPath('downloads');
    const visit = await createVisit({ downloads, downloadPolicy: policy });
    await visit.open('/hazards/downloads');
    expect(await visit.click(button)).toEqual({
      status: 'failed',
      reason: 'refused',
      detail: expect.stringMatching(`^the download of “${file}” was refused: .*${reason}`),
    });
    expect((await visit.observe()).pageEvents).toEqual([]);
    await visit.surface.close();
    expect(() => readdirSync(downloads)).toThrow('ENOENT');
  });

test('an action fails if its download takes too long, and an event later reports how the download ended', async ({
  createVisit,
}, info) => {
  const visit = await createVisit({
    downloads: info.outputPath('downloads'),
    limits: { downloadWaitMs: 300, downloadMs: 1_500 },
  });
  await visit.open('/hazards/downloads');
  expect(await visit.click('Endless file')).toEqual({
    status: 'failed',
    reason: 'timeout',
    detail: 'the download of “endless.csv” has not finished yet; it continues in the background',
  });
  await expect
    .poll(async () => (await visit.surface.probe.observe()).pageEvents)
    .toEqual([{ type: 'download-refused', file: 'endless.csv', reason: 'it did not finish in time' }]);
});

test('a download that no action caused is a page event rather than an effect', async ({
  createVisit,
}, info) => {
  const visit = await createVisit({ downloads: info.outputPath('downloads') });
  await visit.open('/hazards/downloads');
  expect(listEffectTypes(await visit.click('Starts late'))).not.toContain('download');
  await expect
    .poll(async () => (await visit.surface.probe.observe()).pageEvents)
    .toEqual([{ type: 'download', file: 'late.csv' }]);
});

test('a start URL that starts a download is refused with an error message', async ({ createVisit }, info) => {
  const visit = await createVisit({ downloads: info.outputPath('downloads') });
  await expect(visit.open('/hazards/files/report.csv')).rejects.toMatchObject({
    kind: 'infra',
    message: expect.stringContaining('it is a download, not a page'),
  });
});

for (const [suggestedName, safeName] of [
  ['report.csv', 'report.csv'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\run.bat', 'run.bat'],
  ['.bashrc', 'bashrc'],
  ['con.txt', '_con.txt'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['program.exe. ', 'program.exe'],
  ['a\u0000b\nc.txt', 'abc.txt'],
  ['..', 'download'],
  [`${'長'.repeat(200)}.csv`, `${'長'.repeat(58)}.csv`],
])
  test(`the suggested file name is made safe: ${JSON.stringify(suggestedName).slice(0, 40)}`, () => {
    expect(toSafeFileName(suggestedName!)).toBe(safeName);
  });

test('a PDF file in the browser’s viewer has no elements, and another page can be opened after it', async ({
  visit,
}) => {
  await visit.open('/hazards/document.pdf');
  const { url, candidates } = await visit.observe();
  expect(url).toBe(`${visit.site}/hazards/document.pdf`);
  expect(candidates).toEqual([]);
  const loadOutcome = await visit.perform({ intent: 'load', url: `${visit.site}/` });
  expect(loadOutcome.status).toBe('done');
});

test('a displayed PDF file is saved only on request and only once, and its text can be read', async ({
  createVisit,
}, info) => {
  const visit = await createVisit({ downloads: info.outputPath('downloads') });
  await visit.open('/hazards/document.pdf');
  expect((await visit.observe()).pageEvents).toEqual([]);
  const { pageEvents } = await visit.surface.observe({ savePdf: true }, signal);
  expect(pageEvents).toEqual([{ type: 'download', file: 'document.pdf' }]);
  expect((await visit.surface.observe({ savePdf: true }, signal)).pageEvents).toEqual([]);
  expect(await visit.surface.readDownload('document.pdf', signal)).toEqual({
    status: 'read',
    pageCount: 1,
    pages: [{ number: 1, text: 'A page of a document' }],
  });
});

test('a file that the session did not download cannot be read', async ({ createVisit }, info) => {
  const visit = await createVisit({ downloads: info.outputPath('downloads') });
  await visit.open('/hazards/downloads');
  await visit.click('Report');
  expect(await visit.surface.readDownload('report.csv', signal)).toMatchObject({ status: 'read' });
  for (const file of ['other.csv', '../report.csv', '/etc/passwd'])
    expect.soft(await visit.surface.readDownload(file, signal), file).toMatchObject({ status: 'unreadable' });
});
