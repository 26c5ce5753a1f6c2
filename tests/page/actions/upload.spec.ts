import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createSurface, createUnguardedContext, type PageSurface } from '../../../src/page/index.js';
import { expect, FAST_LIMITS, signal, test as base } from '../../support/browser.js';
import { performOnElement, getDetail, readPageText, upload } from './perform.js';

interface UploadFixtures {
  folder: string;
  /** A surface that may upload the files in the folder `allowed`. */
  uploadSurface: PageSurface;
}

const test = base.extend<UploadFixtures>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-upload-'));
    await mkdir(join(folder, 'allowed'));
    await writeFile(join(folder, 'allowed', 'cv.txt'), 'my cv');
    await writeFile(join(folder, 'allowed', 'photo.txt'), 'a photo');
    await writeFile(join(folder, 'private.txt'), 'keys');
    await symlink(join(folder, 'private.txt'), join(folder, 'allowed', 'link.txt'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  uploadSurface: async ({ chromium, folder }, use) => {
    const surface = await createSurface(await createUnguardedContext(chromium), {
      uploads: [join(folder, 'allowed')],
      limits: FAST_LIMITS,
    });
    await use(surface);
    await surface.close();
  },
});

const FORM = `data:text/html;charset=utf-8,${encodeURIComponent(`<input type=file aria-label=CV onchange="show(this)"><input type=file multiple id=many style="display:none" onchange="show(this)">
  <button onclick="many.click()">Add photos</button><label style="border:1px solid">Drop here<input type=file style="position:absolute;opacity:0;width:1px;height:1px" onchange="show(this)"></label><button>Nothing</button><pre id=out></pre>
  <script>async function show(f) { for (const file of f.files) out.append(file.name + '=' + await file.text() + ' ') }</script>`)}`;

test('files are uploaded into a field, through a label, and through a file chooser', async ({
  uploadSurface,
  folder,
}) => {
  await uploadSurface.open(FORM, signal);
  const allowedFile = (name: string): string => join(folder, 'allowed', name);
  expect(await performOnElement(uploadSurface, 'CV', upload(allowedFile('cv.txt')))).toMatchObject({
    status: 'done',
    effects: expect.arrayContaining([{ type: 'value', from: '', to: 'cv.txt' }]),
  });
  expect(await readPageText(uploadSurface)).toContain('cv.txt=my cv');
  expect(
    (
      await performOnElement(
        uploadSurface,
        'Add photos',
        upload(allowedFile('photo.txt'), allowedFile('cv.txt')),
      )
    ).status,
  ).toBe('done');
  expect(await readPageText(uploadSurface)).toContain('photo.txt=a photo cv.txt=my cv');
  expect((await performOnElement(uploadSurface, 'Drop here', upload(allowedFile('photo.txt')))).status).toBe(
    'done',
  );
  expect(
    await performOnElement(uploadSurface, 'CV', upload(allowedFile('cv.txt'), allowedFile('photo.txt'))),
  ).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
  });
  expect(await performOnElement(uploadSurface, 'Nothing', upload(allowedFile('cv.txt')))).toMatchObject({
    status: 'failed',
    reason: 'not-editable',
  });
});

test('only files whose real path is allowed are uploaded, and a refusal does not reveal whether a file exists', async ({
  uploadSurface,
  folder,
  surface,
}) => {
  await uploadSurface.open(FORM, signal);
  for (const file of [
    join(folder, 'private.txt'),
    join(folder, 'allowed', 'link.txt'),
    join(folder, 'allowed', '..', 'private.txt'),
    join(folder, 'missing.txt'),
  ]) {
    const outcome = await performOnElement(uploadSurface, 'CV', upload(file));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'refused' });
    expect(getDetail(outcome)).toContain('--allow-upload');
  }
  expect(
    await performOnElement(uploadSurface, 'CV', upload(join(folder, 'allowed', 'none.txt'))),
  ).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
  });
  expect(await performOnElement(uploadSurface, 'CV', upload(join(folder, 'allowed')))).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
  });
  expect(await readPageText(uploadSurface)).not.toContain('=');
  await surface.open(FORM, signal);
  expect(await performOnElement(surface, 'CV', upload(join(folder, 'allowed', 'cv.txt')))).toMatchObject({
    status: 'failed',
    reason: 'refused',
  });
});
