/** The registry of the user's models: one JSON file in the settings folder, replaced atomically. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

import { ParleyError } from '../../contract/index.js';
import { configFolder } from './places.js';

const Registered = z.object({
  name: z.string(),
  /** How the model ranks: like the paper's ranker. */
  kind: z.literal('weblinx-dmr'),
  folder: z.string(),
  /** Hub id it was downloaded from; undefined for the user's own folder. */
  source: z.string().optional(),
  bytes: z.number(),
  /** SHA-256 of configuration, tokenizer and weights. */
  sha256: z.string(),
  /** Cosine of the two test sentences when the model was added. */
  trial: z.number(),
});
export type Registered = z.infer<typeof Registered>;

const File = z.object({ version: z.literal(1), models: z.array(Registered) });

export const registryFile = (env: NodeJS.ProcessEnv): string => join(configFolder(env), 'models.json');

/** @throws ParleyError `usage` if the file cannot be parsed */
export function readRegistry(env: NodeJS.ProcessEnv): Registered[] {
  const path = registryFile(env);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new ParleyError('usage', `${path} cannot be read (${code}).`, 'Give yourself the right to read it.', {
      cause: error,
    });
  }
  try {
    return File.parse(JSON.parse(text)).models;
  } catch (error) {
    throw new ParleyError(
      'usage',
      `${path} is not a list of models.`,
      'Delete it, and add the models again with parley models add.',
      { cause: error },
    );
  }
}

/** @throws ParleyError `infra` if the file cannot be written */
export function writeRegistry(models: readonly Registered[], env: NodeJS.ProcessEnv): void {
  const path = registryFile(env);
  const beside = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(beside, `${JSON.stringify({ version: 1, models }, null, 2)}\n`);
    renameSync(beside, path);
  } catch (error) {
    try {
      rmSync(beside, { force: true });
    } catch {
      // Nothing was written, so nothing has to be removed.
    }
    throw new ParleyError(
      'infra',
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
      'Make room or give yourself the right to write there, or name another folder in XDG_CONFIG_HOME.',
      { cause: error },
    );
  }
}
