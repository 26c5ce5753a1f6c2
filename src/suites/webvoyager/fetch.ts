/**
 * Downloads the data set on request. Parley contains none of the data set's files and reads only files given by the
 * user. A file is written only after it has been received completely.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ParleyError } from '../../contract/index.js';

const DATA_SOURCE = 'https://raw.githubusercontent.com/MinorJerry/WebVoyager/main/data';
const PROJECT_URL = 'https://github.com/MinorJerry/WebVoyager';
const LICENCE = 'Apache-2.0';
const FILES = ['WebVoyager_data.jsonl', 'reference_answer.json', 'GAIA_web.jsonl'] as const;

const TIMEOUT_MS = 60_000;
/** Maximum size of a file in bytes. The actual files are smaller than 1 MB. */
const MAX_BYTES = 20 * 1024 * 1024;

/**
 * @param source another URL with the same files, such as a mirror
 * @returns lines to print for the user
 * @throws ParleyError `infra` if a file cannot be downloaded, `usage` if it cannot be written
 */
export async function fetchDataSet(
  folder: string,
  source: string = DATA_SOURCE,
  signal?: AbortSignal,
): Promise<string[]> {
  const lines = [`Source:  ${PROJECT_URL}`, `Licence: ${LICENCE}; see the project for its terms.`];
  for (const name of FILES) {
    const data = await download(`${source.replace(/\/$/, '')}/${name}`, signal);
    const file = join(folder, name);
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${file}.part`, data);
      renameSync(`${file}.part`, file);
    } catch (error) {
      throw new ParleyError(
        'usage',
        `“${file}” cannot be written: ${(error as Error).message}.`,
        'Choose another folder with --fetch.',
        { cause: error },
      );
    }
    const hash = createHash('sha256').update(data).digest('hex');
    lines.push(`${file}  ${data.byteLength} bytes, sha256 ${hash}`);
  }
  return lines;
}

async function download(url: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const timeoutSignal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
    });
    if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
    const data = new Uint8Array(await response.arrayBuffer());
    if (data.byteLength > MAX_BYTES) throw new Error(`it is too large (${data.byteLength} bytes)`);
    return data;
  } catch (error) {
    signal?.throwIfAborted();
    throw new ParleyError(
      'infra',
      `${url} cannot be downloaded: ${describeDownloadError(error)}.`,
      `Check the network, or download the files ${FILES.join(', ')} from ${PROJECT_URL} on another machine and give the task file with --tasks.`,
      { cause: error },
    );
  }
}

/** Node's `fetch` reports the reason as the error's cause. */
function describeDownloadError(error: unknown): string {
  const { cause, message, name } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `there was no answer in ${TIMEOUT_MS / 1000} seconds`;
  return cause?.code ?? cause?.message ?? message;
}
