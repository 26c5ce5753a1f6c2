/** Reads cookies and local storage from a file before a session, and saves them afterwards. */
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BrowserContext } from 'playwright';

import { ParleyError } from '../../contract/index.js';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

const CREATE_HINT = 'Create one with --save-storage-state.';

/** @throws ParleyError `usage` if the file is not a valid storage state */
export function readStorageState(file: string): StorageState {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new ParleyError(
      'usage',
      isMissing ? `There is no file ${file}.` : `${file} cannot be read: ${(error as Error).message}.`,
      CREATE_HINT,
      { option: 'storage-state' },
    );
  }
  const createInvalidStateError = (reason: string): ParleyError =>
    new ParleyError('usage', `${file} is not a storage state: ${reason}.`, CREATE_HINT, {
      option: 'storage-state',
    });
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch (error) {
    throw createInvalidStateError(`it is not JSON (${(error as Error).message})`);
  }
  if (!state || typeof state !== 'object' || Array.isArray(state))
    throw createInvalidStateError('it is not a JSON object');
  const { cookies = [], origins = [] } = state as { cookies?: unknown; origins?: unknown };
  if (!Array.isArray(cookies)) throw createInvalidStateError('“cookies” is not a list');
  if (!Array.isArray(origins)) throw createInvalidStateError('“origins” is not a list');
  const invalidIndex = cookies.findIndex(
    (cookie: { name?: unknown; value?: unknown } | null) =>
      typeof cookie?.name !== 'string' || typeof cookie.value !== 'string',
  );
  if (invalidIndex >= 0) throw createInvalidStateError(`cookie ${invalidIndex + 1} has no name or no value`);
  return { ...state, cookies, origins };
}

/** Saves the state atomically: writes a temporary file that only its owner can read, then renames it. */
export async function saveStorageState(context: BrowserContext, file: string): Promise<void> {
  const state = await context.storageState({ indexedDB: true });
  await mkdir(dirname(file), { recursive: true });
  const temporaryFile = `${file}.${process.pid}.tmp`;
  await writeFile(temporaryFile, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  await rename(temporaryFile, file);
}
