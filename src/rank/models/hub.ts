/**
 * Downloads a model's files from a model hub. An interrupted file is kept as `.part` and resumed next time, unless it
 * has changed.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { ParleyError } from '../../contract/index.js';

const PUBLIC_HUB = 'https://huggingface.co';

/** Files to download. The weights come last because they are large. */
const FILES: { path: string; needed: boolean }[] = [
  { path: 'config.json', needed: true },
  { path: 'modules.json', needed: false },
  { path: 'sentence_bert_config.json', needed: false },
  { path: '1_Pooling/config.json', needed: false },
  { path: 'tokenizer.json', needed: true },
  { path: 'model.safetensors', needed: true },
];

/** Silence in ms after which the server counts as gone. */
const SILENCE = 60_000;

export interface DownloadProgress {
  file: string;
  /** Bytes received, and in total; null if the server does not say. */
  done: number;
  of: number | null;
  /** Bytes per second of this run. */
  speed: number;
  /** Set at the end. */
  sha256?: string;
}

export interface HubOptions {
  /** URL of a mirror; the public hub by default. */
  hub?: string | undefined;
  signal: AbortSignal;
  onProgress(progress: DownloadProgress): void;
}

/** Matches hub ids: `owner/name`. */
export const isHubId = (text: string): boolean => /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/.test(text);

function hubOf(address: string | undefined): URL {
  const text = address || PUBLIC_HUB;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ParleyError(
      'usage',
      `PARLEY_HUB is “${text}”, which is no address of a hub.`,
      'Set it to the address of a mirror, such as https://hub.example.com, or leave it out.',
    );
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? cause?.message ?? message;
};

/** Creates the error for a file system failure. */
function diskProblem(path: string, error: unknown): ParleyError {
  const { code = (error as Error).message } = error as NodeJS.ErrnoException;
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  return new ParleyError(
    'infra',
    full ? `There is no room for ${path}.` : `${path} cannot be written (${code}).`,
    full
      ? 'Make room and run the same again: it goes on from where it stopped.'
      : 'Give yourself the right to write there, or name another folder in XDG_CACHE_HOME.',
    { cause: error },
  );
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Name of the file that stores the ETag of an interrupted download. */
interface Started {
  bytes: number;
  etag: string;
}

async function startedOf(part: string): Promise<Started | null> {
  const etag = await readFile(`${part}.etag`, 'utf8').catch(() => '');
  const bytes = await stat(part).then(
    ({ size }) => size,
    () => 0,
  );
  return etag && bytes ? { bytes, etag } : null;
}

const forget = (part: string): Promise<unknown> =>
  Promise.all([rm(part, { force: true }), rm(`${part}.etag`, { force: true })]);

/** One timeout for request and body, reset by every chunk. */
async function transfer(
  url: URL,
  part: string,
  started: Started | null,
  { signal, onProgress }: HubOptions,
  file: string,
): Promise<'there' | 'missing' | 'again'> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE);
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE);
  };
  const broken = (error: unknown, done: number | null): never => {
    signal.throwIfAborted();
    const why = silence.signal.aborted ? 'it fell silent' : reasonOf(error);
    throw done !== null
      ? new ParleyError(
          'infra',
          `${url.host} broke off ${file} after ${done} bytes (${why}).`,
          'Run the same again: it goes on from there.',
          { cause: error },
        )
      : new ParleyError(
          'infra',
          `${url.host} cannot be reached (${why}).`,
          'Check the connection, set PARLEY_HUB to a mirror, or fetch the files elsewhere and add their folder.',
          { cause: error },
        );
  };
  try {
    const headers: Record<string, string> = { 'accept-encoding': 'identity' };
    if (started) Object.assign(headers, { range: `bytes=${started.bytes}-`, 'if-range': started.etag });
    const response = await fetch(url, { headers, signal: AbortSignal.any([signal, silence.signal]) }).catch(
      (error: unknown) => broken(error, null),
    );
    if (response.status === 416) {
      await response.body?.cancel();
      return 'again';
    }
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      if (response.status === 404) return 'missing';
      throw new ParleyError(
        'infra',
        `${url.host} answered ${response.status} for ${file}.`,
        response.status === 401 || response.status === 403
          ? 'The model is not public, or not there: check its name, or fetch the files elsewhere and add their folder.'
          : 'Try again later, or set PARLEY_HUB to a mirror.',
      );
    }
    const from =
      response.status === 206 ? Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]) : 0;
    if (response.status === 206 && from !== started?.bytes) {
      await response.body.cancel();
      return 'again';
    }
    const length = response.headers.get('content-length');
    const of = length === null ? null : from + Number(length);
    const etag = response.headers.get('etag') ?? '';
    const began = performance.now();
    let done = from;
    const handle = await open(part, from > 0 ? 'a' : 'w').catch((error: unknown) => {
      throw diskProblem(part, error);
    });
    try {
      // A weak ETag does not guarantee identical bytes.
      await writeFile(`${part}.etag`, etag.startsWith('W/') ? '' : etag);
      const reader = response.body.getReader();
      for (;;) {
        const piece = await reader.read().catch((error: unknown) => broken(error, done));
        if (piece.done) break;
        heard();
        await handle.writeFile(piece.value).catch((error: unknown) => {
          throw diskProblem(part, error);
        });
        done += piece.value.length;
        onProgress({ file, done, of, speed: ((done - from) / (performance.now() - began)) * 1000 });
      }
    } finally {
      await handle.close();
    }
    if (of !== null && done !== of) broken(new Error(`${of} were announced`), done);
    return 'there';
  } finally {
    clearTimeout(timer);
  }
}

async function fetchFile(url: URL, to: string, file: string, options: HubOptions): Promise<boolean> {
  const part = `${to}.part`;
  let came = await transfer(url, part, await startedOf(part), options, file);
  if (came === 'again') {
    await forget(part);
    came = await transfer(url, part, null, options, file);
  }
  if (came !== 'there') return false;
  const sha256 = await sha256Of(part);
  // Hubs use the hash of large files as ETag.
  const named = /^"?([0-9a-f]{64})"?$/.exec(await readFile(`${part}.etag`, 'utf8').catch(() => ''))?.[1];
  if (named && named !== sha256) {
    await forget(part);
    throw new ParleyError('infra', `${file} came damaged: its hash is not the one it is known by.`, 'Run the same again.');
  }
  await rename(part, to);
  await forget(part);
  const { size } = await stat(to);
  options.onProgress({ file, done: size, of: size, speed: 0, sha256 });
  return true;
}

/**
 * @param id `owner/name`
 * @param into the model's folder; it is created
 * @throws ParleyError `infra` for errors of the hub, the network or the disk; received parts are kept
 */
export async function fetchModel(id: string, into: string, options: HubOptions): Promise<void> {
  const hub = hubOf(options.hub);
  for (const { path, needed } of FILES) {
    const to = join(into, path);
    await mkdir(dirname(to), { recursive: true }).catch((error: unknown) => {
      throw diskProblem(dirname(to), error);
    });
    const came = await fetchFile(new URL(`${id}/resolve/main/${path}`, hub), to, path, options);
    if (!came && needed)
      throw new ParleyError(
        'infra',
        `${hub.host} has no ${path} of ${id}.`,
        'Check the name; a model without model.safetensors or tokenizer.json cannot be used.',
      );
    if (!came) await rm(to, { force: true });
  }
}
