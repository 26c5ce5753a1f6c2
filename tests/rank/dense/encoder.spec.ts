/** The encoder with the bundled model in its worker thread. */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '../../support/browser.js';
import { startEncoder, type Encoder } from '../../../src/rank/dense/encoder.js';
import { BUNDLED_ENCODER_FOLDER } from '../../../src/rank/open.js';
import { PAGES, REFERENCES } from './references.js';
import { writeSmallModel } from './small-model.js';

async function withEncoder<T>(
  body: (encoder: Encoder) => Promise<T>,
  folder = BUNDLED_ENCODER_FOLDER,
): Promise<T> {
  const encoder = startEncoder({ folder, threads: 1 });
  try {
    return await body(encoder);
  } finally {
    await encoder.close();
  }
}

async function embed(encoder: Encoder, texts: string[], maxTokens: number): Promise<Float32Array[]> {
  const embeddings: Float32Array[] = [];
  await encoder.encode(texts, {
    maxTokens,
    onEmbedding: (index, embedding) => (embeddings[index] = embedding.slice()),
  });
  return embeddings;
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, value, i) => sum + value * b[i]!, 0);

test('the runtime leaves no debug log in the temporary folder', async () => {
  await withEncoder(async (encoder) => encoder.ready);
  const log = statSync(join(tmpdir(), `mat-debug-${process.pid}.log`), { throwIfNoEntry: false });
  // An older log belongs to an earlier process with the same id.
  expect(log === undefined || log.mtimeMs < performance.timeOrigin).toBe(true);
});

test('the quantised model’s embeddings and the reference embeddings have a cosine similarity of at least 0.998', async () => {
  await withEncoder(async (encoder) => {
    for (const max of new Set(REFERENCES.map((row) => row.max))) {
      const rows = REFERENCES.filter((row) => row.max === max);
      const embeddings = await embed(
        encoder,
        rows.map(({ text }) => text),
        max,
      );
      rows.forEach((row, i) =>
        expect(dot(embeddings[i]!, row.embedding), row.text).toBeGreaterThanOrEqual(0.998),
      );
    }
  });
});

test('an embedding does not depend on what else is in its batch', async () => {
  await withEncoder(async (encoder) => {
    const texts = REFERENCES.slice(0, 40).map(({ text }) => text);
    const embeddingsInBatch = await embed(encoder, texts, 64);
    for (const [i, text] of texts.slice(0, 8).entries()) {
      const [embeddingAlone] = await embed(encoder, [text], 64);
      expect(dot(embeddingAlone!, embeddingsInBatch[i]!)).toBeGreaterThan(0.999999);
    }
  });
});

test('for each query, the reference elements get the reference scores', async () => {
  await withEncoder(async (encoder) => {
    for (const { documents, queries } of PAGES.slice(0, 3)) {
      const embedded = await embed(encoder, documents, 64);
      for (const { query, top10 } of queries) {
        const [queryEmbedding] = await embed(encoder, [query], 160);
        // Eight-bit weights shift scores slightly.
        for (const [index, score] of top10)
          expect(Math.abs(dot(queryEmbedding!, embedded[index]!) - score)).toBeLessThan(0.03);
      }
    }
  });
});

test('a cancelled job ends early, and the encoder remains usable', async () => {
  await withEncoder(async (encoder) => {
    const texts = PAGES.flatMap(({ documents }) => documents);
    const cancel = new AbortController();
    let embeddingCount = 0;
    await encoder.encode(texts, {
      maxTokens: 64,
      signal: cancel.signal,
      onEmbedding: () => {
        embeddingCount++;
        cancel.abort();
      },
    });
    expect(embeddingCount).toBeGreaterThan(0);
    expect(embeddingCount).toBeLessThan(texts.length);
    expect(await embed(encoder, ['still here'], 64)).toHaveLength(1);
  });
});

test('cancelling a job during its last batch does not affect another job', async () => {
  await withEncoder(async (encoder) => {
    for (let i = 0; i < 25; i++) {
      const stop = new AbortController();
      const options = { maxTokens: 64, onEmbedding: () => undefined };
      const one = encoder.encode([`A single text, number ${i}`], { ...options, signal: stop.signal });
      const other = embed(encoder, [`Another text, number ${i}`], 64);
      // Aborts after the request and before the result.
      await new Promise((resolve) => setImmediate(resolve));
      stop.abort();
      await one.catch(() => undefined);
      expect(await other).toHaveLength(1);
    }
  });
});

test('an urgent job overtakes an earlier job', async () => {
  await withEncoder(async (encoder) => {
    await encoder.ready;
    const endedJobs: string[] = [];
    const texts = PAGES.flatMap(({ documents }) => documents).slice(0, 600);
    const slowJob = encoder
      .encode(texts, { maxTokens: 64, onEmbedding: () => undefined })
      .then(() => endedJobs.push('slow'));
    const urgentJob = encoder
      .encode(['now'], { maxTokens: 64, urgent: true, onEmbedding: () => undefined })
      .then(() => endedJobs.push('quick'));
    await Promise.all([slowJob, urgentJob]);
    expect(endedJobs).toEqual(['quick', 'slow']);
  });
});

// Without attention between tokens, the first token is the same for all texts.
for (const [pooling, areEqual] of [
  ['pooling_mode_cls_token', true],
  ['pooling_mode_mean_tokens', false],
] as const)
  test(`${pooling} gives ${areEqual ? 'equal' : 'different'} embeddings in a model without attention`, async ({}, {
    outputDir,
  }) => {
    const folder = await writeSmallModel(outputDir, 1, true);
    mkdirSync(join(folder, '1_Pooling'));
    writeFileSync(join(folder, '1_Pooling/config.json'), JSON.stringify({ [pooling]: true }));
    await withEncoder(async (encoder) => {
      const [one, other] = await embed(encoder, ['abc', 'xyz xyz'], 64);
      expect(dot(one!, one!)).toBeCloseTo(1, 5);
      expect(dot(one!, other!) > 0.999999).toBe(areEqual);
    }, folder);
  });

test.describe('an unusable model causes an error that states the fault and a remedy', () => {
  function brokenCopy(folder: string, damage: (file: (name: string) => string) => void): string {
    mkdirSync(folder, { recursive: true });
    for (const name of ['config.json', 'tokenizer.json', 'model.safetensors']) {
      copyFileSync(join(BUNDLED_ENCODER_FOLDER, name), join(folder, name));
      chmodSync(join(folder, name), 0o644);
    }
    damage((name) => join(folder, name));
    return folder;
  }
  const changeHeader = (
    file: string,
    change: (header: Record<string, { dtype: string; shape: number[] }>) => void,
  ): void => {
    const bytes = readFileSync(file);
    const length = Number(bytes.readBigUInt64LE());
    const parsed = JSON.parse(bytes.subarray(8, 8 + length).toString());
    change(parsed);
    bytes.fill(0x20, 8, 8 + length);
    bytes.write(JSON.stringify(parsed), 8);
    writeFileSync(file, bytes);
  };
  const changeJson = (file: string, change: object): void =>
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }));
  const WORDS = 'embeddings.word_embeddings.weight';

  const cases: Record<string, [(file: (name: string) => string) => void, RegExp]> = {
    'truncated weights': [
      (f) => truncateSync(f('model.safetensors'), 1_000_000),
      /it ends at byte 1000000, .* again/,
    ],
    'a Git LFS pointer instead of weights': [
      (f) => writeFileSync(f('model.safetensors'), 'version https://git-lfs.github.com/spec/v1\n'),
      /only 43 bytes.*git lfs pull/,
    ],
    'weights with another shape': [
      (f) => changeHeader(f('model.safetensors'), (h) => (h[WORDS]!.shape = [30_522 / 2, 768])),
      /has the shape \[15261, 768\], but config.json requires \[30522, 384\]/,
    ],
    'weights with another type': [
      (f) => changeHeader(f('model.safetensors'), (h) => (h[WORDS]!.dtype = 'I64')),
      /has the type I64.*one of F32, F16/,
    ],
    'a missing tensor': [
      (f) => changeHeader(f('model.safetensors'), (h) => delete h['encoder.layer.3.output.dense.weight']),
      /no tensor "encoder.layer.3.output.dense.weight"/,
    ],
    'another architecture': [
      (f) => changeJson(f('config.json'), { model_type: 'roberta' }),
      /"model_type" is "roberta"/,
    ],
    'another activation': [
      (f) => changeJson(f('config.json'), { hidden_act: 'relu' }),
      /"hidden_act" is "relu"/,
    ],
    'a missing weights file': [
      (f) => rmSync(f('model.safetensors')),
      /model.safetensors: there is no such file/,
    ],
    'a missing tokenizer file': [(f) => rmSync(f('tokenizer.json')), /tokenizer.json: there is no such file/],
    'a weights file that links to itself': [
      (f) => {
        rmSync(f('model.safetensors'));
        symlinkSync(f('model.safetensors'), f('model.safetensors'));
      },
      /it is a link to itself/,
    ],
    'a folder instead of a weights file': [
      (f) => {
        rmSync(f('model.safetensors'));
        mkdirSync(f('model.safetensors'));
      },
      /model.safetensors: it is not a file/,
    ],
    'an unsupported layer': [
      (f) => writeFileSync(f('modules.json'), '[{"type": "sentence_transformers.models.Dense"}]'),
      /modules.json: it lists sentence_transformers.models.Dense/,
    ],
    'max pooling': [
      (f) => {
        mkdirSync(f('1_Pooling'));
        writeFileSync(f('1_Pooling/config.json'), '{"pooling_mode_max_tokens": true}');
      },
      /it pools by max_tokens.*Use a model that pools by the mean of the tokens or by the first token/,
    ],
    'an empty tokenizer file': [
      (f) => truncateSync(f('tokenizer.json'), 0),
      /tokenizer.json: it is not JSON/,
    ],
    'a tokenizer with more tokens than the model': [
      (f) => changeJson(f('config.json'), { vocab_size: 100 }),
      /id 30521, but the model has a vocabulary of 100/,
    ],
  };
  for (const [description, [damage, message]] of Object.entries(cases))
    test(description, async ({}, { outputDir }) => {
      const folder = brokenCopy(outputDir, damage);
      const startError = withEncoder((encoder) => encoder.ready, folder);
      await expect(startError).rejects.toThrow(message);
      await expect(startError).rejects.toThrow(folder);
    });

  test('a missing folder', async () => {
    await expect(withEncoder((encoder) => encoder.ready, '/nowhere')).rejects.toThrow(
      /config.json: there is no such file. Check the path/,
    );
  });

  test('an unreadable weights file', async ({}, { outputDir }) => {
    test.skip(
      process.platform === 'win32',
      'Windows has no Unix file permissions: run this test on Linux or macOS',
    );
    test.skip(process.getuid?.() === 0, 'root can read every file: run this test as another user');
    const folder = brokenCopy(outputDir, (f) => chmodSync(f('model.safetensors'), 0o000));
    await expect(withEncoder((encoder) => encoder.ready, folder)).rejects.toThrow(
      /permission denied.*chmod u\+r/,
    );
  });
});

test('a model folder of symbolic links, as in the Hugging Face cache, can be used', async ({}, {
  outputDir,
}) => {
  mkdirSync(outputDir, { recursive: true });
  for (const name of ['config.json', 'tokenizer.json', 'model.safetensors'])
    symlinkSync(join(BUNDLED_ENCODER_FOLDER, name), join(outputDir, name));
  const info = await withEncoder((encoder) => encoder.ready, outputDir);
  expect(info).toMatchObject({ device: 'cpu', hidden: 384 });
});
