/**
 * Stores embeddings by text, in memory and optionally on disk. A page that scrolls or re-renders has mostly the
 * same texts, so most embeddings of an observation are already known.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An embedding takes 1.5 kB, so this is 30 MB. */
const MAX_EMBEDDINGS = 20_000;

export interface EmbeddingStore {
  get(text: string): Float32Array | undefined;
  put(text: string, embedding: Float32Array): void;
  /** Writes the embeddings added since the last flush to disk. */
  flush(): Promise<void>;
}

/** Evicts the least recently used embedding first; a Map iterates its keys in insertion order. */
export function createMemoryStore(maxEntries = MAX_EMBEDDINGS): EmbeddingStore {
  const entries = new Map<string, Float32Array>();
  return {
    get(text) {
      const embedding = entries.get(text);
      if (embedding) {
        entries.delete(text);
        entries.set(text, embedding);
      }
      return embedding;
    },
    put(text, embedding) {
      entries.delete(text);
      // The embedding is a view of a whole batch; the copy lets the batch be garbage-collected.
      entries.set(text, embedding.slice());
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
    },
    flush: () => Promise.resolve(),
  };
}

const DIGEST_BYTES = 32;
const computeDigest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Opens one file per namespace. It contains records of a text's SHA-256 and its embedding and is only appended to, so
 * a truncated end loses one record. The texts themselves are never written.
 * @param namespace a hash of what determines an embedding, apart from the text (`fingerprintModel`)
 * @throws Error if the folder is not writable
 */
export async function openDiskStore(
  folder: string,
  namespace: string,
  width: number,
  maxEntries = MAX_EMBEDDINGS,
): Promise<EmbeddingStore> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${namespace.slice(0, 32)}.embeddings`);
  const recordBytes = DIGEST_BYTES + width * 4;
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  const recordCount = Math.floor(bytes.length / recordBytes);
  const firstRecord = recordCount >= maxEntries ? recordCount - Math.floor(maxEntries / 2) : 0;
  // A truncated last record would shift the records appended after it. A file that is too long is halved.
  if (firstRecord > 0 || bytes.length % recordBytes !== 0) {
    const temporaryFile = `${file}.${process.pid}`;
    await writeFile(temporaryFile, bytes.subarray(firstRecord * recordBytes, recordCount * recordBytes));
    await rename(temporaryFile, file);
  }
  const offsetsByDigest = new Map<string, number>();
  for (let i = firstRecord; i < recordCount; i++) {
    const start = i * recordBytes;
    offsetsByDigest.set(bytes.toString('base64', start, start + DIGEST_BYTES), start + DIGEST_BYTES);
  }
  const memoryStore = createMemoryStore(maxEntries);
  let unsavedRecords: Buffer[] = [];
  return {
    get(text) {
      const cachedEmbedding = memoryStore.get(text);
      if (cachedEmbedding) return cachedEmbedding;
      const offset = offsetsByDigest.get(computeDigest(text).toString('base64'));
      if (offset === undefined) return undefined;
      const embedding = new Float32Array(width);
      for (let i = 0; i < width; i++) embedding[i] = bytes.readFloatLE(offset + i * 4);
      memoryStore.put(text, embedding);
      return embedding;
    },
    put(text, embedding) {
      memoryStore.put(text, embedding);
      const key = computeDigest(text);
      if (offsetsByDigest.has(key.toString('base64'))) return;
      const values = Buffer.alloc(width * 4);
      embedding.forEach((value, i) => values.writeFloatLE(value, i * 4));
      unsavedRecords.push(Buffer.concat([key, values]));
    },
    async flush() {
      const records = unsavedRecords;
      unsavedRecords = [];
      if (records.length === 0) return;
      // A single write of whole records, because several processes may append to the file.
      const handle = await open(file, 'a');
      try {
        await handle.write(Buffer.concat(records));
      } finally {
        await handle.close();
      }
    },
  };
}
