/** Files for the page: only those that were allowed, into a file field or through the chooser that a control opens. */
import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve } from 'node:path';

import { ActFailure, ACT_MS } from './act-failure.js';
import type { UploadPolicy } from './context.js';
import type { Deed, Hand } from './hand.js';
import { leftClick } from './pointer.js';
import { uncover } from './recheck.js';

const CHOOSER_MS = 3_000;

function inside(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

/** The real places of files that may be uploaded. @throws ActFailure `bad-value`, `refused` */
export async function allowedFiles(
  files: readonly string[],
  policy: UploadPolicy | undefined,
): Promise<string[]> {
  if (!files.length) throw new ActFailure('bad-value', 'no file was named');
  const places = (policy?.allowed ?? []).map((path) => resolve(path));
  // Links are followed on both sides: what counts is the file that would be read.
  const real = await Promise.all(places.map((place) => realpath(place).catch(() => place)));
  const out: string[] = [];
  for (const file of files) {
    const named = resolve(file);
    const found = await realpath(named).catch(() => null);
    // Of a missing file only the name is known; whether one exists that nobody allowed is not told.
    const within = found ? real : [...places, ...real];
    if (!within.some((place) => inside(place, found ?? named)))
      throw new ActFailure(
        'refused',
        `${file} is not among the files that may be uploaded; allow it with --allow-upload ${file}`,
      );
    if (!found) throw new ActFailure('bad-value', `there is no file ${file}`);
    if (!(await stat(found)).isFile()) throw new ActFailure('bad-value', `${file} is not a file`);
    out.push(found);
  }
  return out;
}

function oneOnly(hand: Hand, files: readonly string[], multiple: boolean): void {
  if (files.length > 1 && !multiple)
    throw new ActFailure('bad-value', `${hand.title} takes one file, not ${files.length}`);
}

export async function upload(hand: Hand, given: readonly string[]): Promise<Deed> {
  const files = await allowedFiles(given, hand.context.uploads);
  const names = files.map((file) => basename(file)).join(', ');
  const field = await hand.look(hand.control);
  if (field?.inputType === 'file') {
    oneOnly(hand, files, 'multiple' in field.attributes);
    await hand.patience.run(
      hand.at(hand.control).setInputFiles(files, { timeout: ACT_MS, signal: hand.patience.signal }),
    );
    const now = await hand.look(hand.control);
    return now && now.value !== field.value && now.value === names
      ? { effects: [{ type: 'value', from: field.value, to: now.value }], mouse: null }
      : { mouse: null };
  }
  await uncover(hand);
  const opened = hand.page
    .waitForEvent('filechooser', { timeout: CHOOSER_MS + ACT_MS, signal: hand.patience.signal })
    .catch(() => null);
  const where = await leftClick(hand);
  const chooser = await hand.patience.run(
    Promise.race([opened, hand.patience.pause(CHOOSER_MS).then(() => null)]),
    CHOOSER_MS + 1_000,
  );
  if (!chooser) throw new ActFailure('not-editable', `${hand.title} does not ask for a file`);
  oneOnly(hand, files, chooser.isMultiple());
  await hand.patience.run(chooser.setFiles(files, { timeout: ACT_MS, signal: hand.patience.signal }));
  return where;
}
