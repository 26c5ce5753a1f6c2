import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createSurface, newContext, type PageSurface } from '../../../src/page/index.js';
import { expect, FAST_LIMITS, signal, test as base } from '../../support/browser.js';
import { performOn, detailOf, pageText, upload } from './perform.js';

interface Files {
  folder: string;
  /** A surface that may upload the files in `folder`/allowed. */
  uploading: PageSurface;
}

const test = base.extend<Files>({
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
  uploading: async ({ chromium, folder }, use) => {
    const surface = await createSurface(await newContext(chromium), {
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
  uploading,
  folder,
}) => {
  await uploading.open(FORM, signal);
  const at = (name: string): string => join(folder, 'allowed', name);
  expect(await performOn(uploading, 'CV', upload(at('cv.txt')))).toMatchObject({
    status: 'done',
    effects: expect.arrayContaining([{ type: 'value', from: '', to: 'cv.txt' }]),
  });
  expect(await pageText(uploading)).toContain('cv.txt=my cv');
  expect((await performOn(uploading, 'Add photos', upload(at('photo.txt'), at('cv.txt')))).status).toBe(
    'done',
  );
  expect(await pageText(uploading)).toContain('photo.txt=a photo cv.txt=my cv');
  expect((await performOn(uploading, 'Drop here', upload(at('photo.txt')))).status).toBe('done');
  expect(await performOn(uploading, 'CV', upload(at('cv.txt'), at('photo.txt')))).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
  });
  expect(await performOn(uploading, 'Nothing', upload(at('cv.txt')))).toMatchObject({
    status: 'failed',
    reason: 'not-editable',
  });
});

test('only allowed files are uploaded, after resolving links; a missing file is reported only if it would be allowed', async ({
  uploading,
  folder,
  surface,
}) => {
  await uploading.open(FORM, signal);
  for (const file of [
    join(folder, 'private.txt'),
    join(folder, 'allowed', 'link.txt'),
    join(folder, 'allowed', '..', 'private.txt'),
    join(folder, 'missing.txt'),
  ]) {
    const outcome = await performOn(uploading, 'CV', upload(file));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'refused' });
    expect(detailOf(outcome)).toContain('--allow-upload');
  }
  expect(await performOn(uploading, 'CV', upload(join(folder, 'allowed', 'none.txt')))).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
  });
  expect(await performOn(uploading, 'CV', upload(join(folder, 'allowed')))).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
  });
  expect(await pageText(uploading)).not.toContain('=');
  await surface.open(FORM, signal);
  expect(await performOn(surface, 'CV', upload(join(folder, 'allowed', 'cv.txt')))).toMatchObject({
    status: 'failed',
    reason: 'refused',
  });
});
