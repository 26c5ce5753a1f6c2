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
const DOWNLOADED_FILES: { path: string; required: boolean }[] = [
  { path: 'config.json', required: true },
  { path: 'modules.json', required: false },
  { path: 'sentence_bert_config.json', required: false },
  { path: '1_Pooling/config.json', required: false },
  { path: 'tokenizer.json', required: true },
  { path: 'model.safetensors', required: true },
];

/** Maximum time without data from the server. */
const IDLE_TIMEOUT_MS = 60_000;

export interface DownloadProgress {
  file: string;
  receivedBytes: number;
  /** Null if the server does not report the size. */
  totalBytes: number | null;
  bytesPerSecond: number;
  /** Set when the file is complete. */
  sha256?: string;
}

export interface HubOptions {
  /** URL of a mirror; the public hub by default. */
  hub?: string | undefined;
  signal: AbortSignal;
  onProgress(progress: DownloadProgress): void;
}

/** Whether the text is a hub id: `owner/name`. */
export const isHubId = (text: string): boolean => /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/.test(text);

function parseHubUrl(hub: string | undefined): URL {
  const text = hub || PUBLIC_HUB;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ParleyError(
      'usage',
      `PARLEY_HUB is “${text}”, which is not an HTTP URL.`,
      'Set it to the URL of a mirror, such as https://hub.example.com, or unset it.',
    );
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

const describeError = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? cause?.message ?? message;
};

/** Creates the error for a file system failure. */
function createDiskError(path: string, error: unknown): ParleyError {
  const { code = (error as Error).message } = error as NodeJS.ErrnoException;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new ParleyError(
    'infra',
    isFull ? `The disk is full: ${path} was not written.` : `${path} cannot be written (${code}).`,
    isFull
      ? 'Free some space and run the command again; the download resumes.'
      : 'Give yourself write permission, or set XDG_CACHE_HOME to another folder.',
    { cause: error },
  );
}

async function computeSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** State of an interrupted download; its ETag is in the file `<part>.etag`. */
interface InterruptedDownload {
  bytes: number;
  etag: string;
}

async function readInterrupted(partPath: string): Promise<InterruptedDownload | null> {
  const etag = await readFile(`${partPath}.etag`, 'utf8').catch(() => '');
  const bytes = await stat(partPath).then(
    ({ size }) => size,
    () => 0,
  );
  return etag && bytes ? { bytes, etag } : null;
}

const removePart = (partPath: string): Promise<unknown> =>
  Promise.all([rm(partPath, { force: true }), rm(`${partPath}.etag`, { force: true })]);

/** Downloads to `partPath`. One timeout covers request and body, and every chunk resets it. */
async function downloadPart(
  url: URL,
  partPath: string,
  interruptedDownload: InterruptedDownload | null,
  { signal, onProgress }: HubOptions,
  file: string,
): Promise<'complete' | 'missing' | 'restart'> {
  const timeout = new AbortController();
  let timer = setTimeout(() => timeout.abort(), IDLE_TIMEOUT_MS);
  const resetTimeout = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => timeout.abort(), IDLE_TIMEOUT_MS);
  };
  const fail = (error: unknown, receivedBytes: number | null): never => {
    signal.throwIfAborted();
    const reason = timeout.signal.aborted ? 'it stopped answering' : describeError(error);
    throw receivedBytes !== null
      ? new ParleyError(
          'infra',
          `The download of ${file} from ${url.host} stopped after ${receivedBytes} bytes (${reason}).`,
          'Run the command again; the download resumes.',
          { cause: error },
        )
      : new ParleyError(
          'infra',
          `${url.host} cannot be reached (${reason}).`,
          'Check the connection, set PARLEY_HUB to a mirror, or download the files another way and add their folder.',
          { cause: error },
        );
  };
  try {
    const headers: Record<string, string> = { 'accept-encoding': 'identity' };
    if (interruptedDownload)
      Object.assign(headers, {
        range: `bytes=${interruptedDownload.bytes}-`,
        'if-range': interruptedDownload.etag,
      });
    const response = await fetch(url, { headers, signal: AbortSignal.any([signal, timeout.signal]) }).catch(
      (error: unknown) => fail(error, null),
    );
    if (response.status === 416) {
      await response.body?.cancel();
      return 'restart';
    }
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      if (response.status === 404) return 'missing';
      throw new ParleyError(
        'infra',
        `${url.host} answered ${response.status} for ${file}.`,
        response.status === 401 || response.status === 403
          ? 'The model is private or does not exist: check its name, or download the files another way and add their folder.'
          : 'Try again later, or set PARLEY_HUB to a mirror.',
      );
    }
    const firstByte =
      response.status === 206
        ? Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1])
        : 0;
    if (response.status === 206 && firstByte !== interruptedDownload?.bytes) {
      await response.body.cancel();
      return 'restart';
    }
    const length = response.headers.get('content-length');
    const totalBytes = length === null ? null : firstByte + Number(length);
    const etag = response.headers.get('etag') ?? '';
    const startedAt = performance.now();
    let receivedBytes = firstByte;
    const handle = await open(partPath, firstByte > 0 ? 'a' : 'w').catch((error: unknown) => {
      throw createDiskError(partPath, error);
    });
    try {
      // A weak ETag does not guarantee identical bytes.
      await writeFile(`${partPath}.etag`, etag.startsWith('W/') ? '' : etag);
      const reader = response.body.getReader();
      for (;;) {
        const chunk = await reader.read().catch((error: unknown) => fail(error, receivedBytes));
        if (chunk.done) break;
        resetTimeout();
        await handle.writeFile(chunk.value).catch((error: unknown) => {
          throw createDiskError(partPath, error);
        });
        receivedBytes += chunk.value.length;
        onProgress({
          file,
          receivedBytes,
          totalBytes,
          bytesPerSecond: ((receivedBytes - firstByte) / (performance.now() - startedAt)) * 1000,
        });
      }
    } finally {
      await handle.close();
    }
    if (totalBytes !== null && receivedBytes !== totalBytes)
      fail(new Error(`the server announced ${totalBytes} bytes`), receivedBytes);
    return 'complete';
  } finally {
    clearTimeout(timer);
  }
}

async function fetchFile(url: URL, targetPath: string, file: string, options: HubOptions): Promise<boolean> {
  const partPath = `${targetPath}.part`;
  let result = await downloadPart(url, partPath, await readInterrupted(partPath), options, file);
  if (result === 'restart') {
    await removePart(partPath);
    result = await downloadPart(url, partPath, null, options, file);
  }
  if (result !== 'complete') return false;
  const sha256 = await computeSha256(partPath);
  // Hubs use the hash of large files as ETag.
  const expectedSha256 = /^"?([0-9a-f]{64})"?$/.exec(
    await readFile(`${partPath}.etag`, 'utf8').catch(() => ''),
  )?.[1];
  if (expectedSha256 && expectedSha256 !== sha256) {
    await removePart(partPath);
    throw new ParleyError(
      'infra',
      `${file} is damaged: its SHA-256 differs from the hub’s.`,
      'Run the command again.',
    );
  }
  await rename(partPath, targetPath);
  await removePart(partPath);
  const { size } = await stat(targetPath);
  options.onProgress({ file, receivedBytes: size, totalBytes: size, bytesPerSecond: 0, sha256 });
  return true;
}

/**
 * @param id `owner/name`
 * @param folder the model's folder; it is created
 * @throws ParleyError `infra` for errors of the hub, the network or the disk; received parts are kept
 */
export async function fetchModel(id: string, folder: string, options: HubOptions): Promise<void> {
  const hub = parseHubUrl(options.hub);
  for (const { path, required } of DOWNLOADED_FILES) {
    const targetPath = join(folder, path);
    await mkdir(dirname(targetPath), { recursive: true }).catch((error: unknown) => {
      throw createDiskError(dirname(targetPath), error);
    });
    const exists = await fetchFile(new URL(`${id}/resolve/main/${path}`, hub), targetPath, path, options);
    if (!exists && required)
      throw new ParleyError(
        'infra',
        `${hub.host} has no ${path} of ${id}.`,
        'Check the name; a model without model.safetensors or tokenizer.json cannot be used.',
      );
    if (!exists) await rm(targetPath, { force: true });
  }
}
