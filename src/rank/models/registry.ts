/** The registry of the user's models: one JSON file in the settings folder, replaced atomically. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';

import { ParleyError } from '../../contract/index.js';
import { getConfigFolder } from './user-folders.js';

const RegisteredModel = z.object({
  name: z.string(),
  /** The kind of ranker; so far only the paper's. */
  kind: z.literal('weblinx-dmr'),
  folder: z.string(),
  /** Hub id it was downloaded from; undefined for the user's own folder. */
  source: z.string().optional(),
  bytes: z.number(),
  /** SHA-256 of configuration, tokenizer and weights. */
  sha256: z.string(),
  /** Cosine similarity of the two test sentences when the model was added. */
  trial: z.number(),
});
export type RegisteredModel = z.infer<typeof RegisteredModel>;

const RegistryFile = z.object({ version: z.literal(1), models: z.array(RegisteredModel) });

export const getRegistryFile = (env: NodeJS.ProcessEnv): string => join(getConfigFolder(env), 'models.json');

/** @throws ParleyError `usage` if the file cannot be parsed */
export function readRegistry(env: NodeJS.ProcessEnv): RegisteredModel[] {
  const path = getRegistryFile(env);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new ParleyError('usage', `${path} cannot be read (${code}).`, 'Give yourself read permission.', {
      cause: error,
    });
  }
  try {
    return RegistryFile.parse(JSON.parse(text)).models;
  } catch (error) {
    throw new ParleyError(
      'usage',
      `${path} is not a list of models.`,
      'Delete it, and add the models again with `parley models add`.',
      { cause: error },
    );
  }
}

/** @throws ParleyError `infra` if the file cannot be written */
export function writeRegistry(models: readonly RegisteredModel[], env: NodeJS.ProcessEnv): void {
  const path = getRegistryFile(env);
  const temporaryFile = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporaryFile, `${JSON.stringify({ version: 1, models }, null, 2)}\n`);
    renameSync(temporaryFile, path);
  } catch (error) {
    try {
      rmSync(temporaryFile, { force: true });
    } catch {
      // Nothing was written, so nothing has to be removed.
    }
    throw new ParleyError(
      'infra',
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
      'Free some space, give yourself write permission, or set XDG_CONFIG_HOME to another folder.',
      { cause: error },
    );
  }
}
