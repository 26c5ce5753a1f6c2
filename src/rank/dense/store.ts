/**
 * Embeddings by text: in memory always, on disk where asked for. A page that scrolls or renders anew has the
 * same texts, so that most of a look's embeddings are there already.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** 1.5 kB each: 30 MB. */
const MAX_KEPT = 20_000;

export interface EmbeddingStore {
  get(text: string): Float32Array | undefined;
  put(text: string, embedding: Float32Array): void;
  /** Writes to disk what is new since the last time. */
  flush(): Promise<void>;
}

/** The least recently used go first: a Map keeps the order in which its keys were set. */
export function memoryStore(most = MAX_KEPT): EmbeddingStore {
  const kept = new Map<string, Float32Array>();
  return {
    get(text) {
      const known = kept.get(text);
      if (known) {
        kept.delete(text);
        kept.set(text, known);
      }
      return known;
    },
    put(text, embedding) {
      kept.delete(text);
      // Embeddings come as views of a whole batch, which they would keep alive.
      kept.set(text, embedding.slice());
      if (kept.size > most) kept.delete(kept.keys().next().value!);
    },
    flush: () => Promise.resolve(),
  };
}

const DIGEST = 32;
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * One file a namespace: records of a text's SHA-256 and its embedding, only ever added to, so that a cut-off
 * end costs one record. Texts themselves are never written.
 * @param namespace what embeddings depend on besides the text (`fingerprint` of the model)
 * @throws Error where the folder cannot be written
 */
export async function diskStore(
  folder: string,
  namespace: string,
  width: number,
  most = MAX_KEPT,
): Promise<EmbeddingStore> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${namespace.slice(0, 32)}.embeddings`);
  const record = DIGEST + width * 4;
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  const records = Math.floor(bytes.length / record);
  const from = records >= most ? records - Math.floor(most / 2) : 0;
  // A cut-off record at the end would shift all that is added after it; a file too long is halved.
  if (from > 0 || bytes.length % record !== 0) {
    const beside = `${file}.${process.pid}`;
    await writeFile(beside, bytes.subarray(from * record, records * record));
    await rename(beside, file);
  }
  const onDisk = new Map<string, number>();
  for (let i = from; i < records; i++)
    onDisk.set(bytes.toString('base64', i * record, i * record + DIGEST), i * record + DIGEST);
  const memory = memoryStore(most);
  let added: Buffer[] = [];
  return {
    get(text) {
      const known = memory.get(text);
      if (known) return known;
      const at = onDisk.get(digest(text).toString('base64'));
      if (at === undefined) return undefined;
      const embedding = new Float32Array(width);
      for (let i = 0; i < width; i++) embedding[i] = bytes.readFloatLE(at + i * 4);
      memory.put(text, embedding);
      return embedding;
    },
    put(text, embedding) {
      memory.put(text, embedding);
      const key = digest(text);
      if (onDisk.has(key.toString('base64'))) return;
      const values = Buffer.alloc(width * 4);
      embedding.forEach((value, i) => values.writeFloatLE(value, i * 4));
      added.push(Buffer.concat([key, values]));
    },
    async flush() {
      const now = added;
      added = [];
      if (now.length === 0) return;
      // One write of whole records: several programs may add to one file.
      const handle = await open(file, 'a');
      try {
        await handle.write(Buffer.concat(now));
      } finally {
        await handle.close();
      }
    },
  };
}
