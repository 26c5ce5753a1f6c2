/** The real model in its real thread. */
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
import { expect, test } from '@playwright/test';

import { startEncoder, type Encoder } from '../../../src/rank/dense/encoder.js';
import { BUNDLED } from '../../../src/rank/open.js';
import { PAGES, REFERENCES } from './references.js';
import { writeSmallModel } from './small-model.js';

async function withEncoder<T>(body: (encoder: Encoder) => Promise<T>, folder = BUNDLED): Promise<T> {
  const encoder = startEncoder({ folder, threads: 1 });
  try {
    return await body(encoder);
  } finally {
    await encoder.close();
  }
}

async function embed(encoder: Encoder, texts: string[], max: number): Promise<Float32Array[]> {
  const found: Float32Array[] = [];
  await encoder.encode(texts, { max, onEmbedding: (at, embedding) => (found[at] = embedding.slice()) });
  return found;
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, value, i) => sum + value * b[i]!, 0);

test('the runtime leaves no debug log in the temporary folder', async () => {
  await withEncoder(async (encoder) => encoder.ready);
  const log = statSync(join(tmpdir(), `mat-debug-${process.pid}.log`), { throwIfNoEntry: false });
  // An earlier process with the same id may have left one.
  expect(log === undefined || log.mtimeMs < performance.timeOrigin).toBe(true);
});

test('the packed model gives the reference embeddings, cosine at least 0.998', async () => {
  await withEncoder(async (encoder) => {
    for (const max of new Set(REFERENCES.map((row) => row.max))) {
      const rows = REFERENCES.filter((row) => row.max === max);
      const found = await embed(
        encoder,
        rows.map(({ text }) => text),
        max,
      );
      rows.forEach((row, i) => expect(dot(found[i]!, row.embedding), row.text).toBeGreaterThanOrEqual(0.998));
    }
  });
});

test('an embedding does not depend on what else is in its batch', async () => {
  await withEncoder(async (encoder) => {
    const texts = REFERENCES.slice(0, 40).map(({ text }) => text);
    const together = await embed(encoder, texts, 64);
    for (const [i, text] of texts.slice(0, 8).entries()) {
      const [alone] = await embed(encoder, [text], 64);
      expect(dot(alone!, together[i]!)).toBeGreaterThan(0.999999);
    }
  });
});

test('queries find the elements that the reference finds', async () => {
  await withEncoder(async (encoder) => {
    for (const { documents, queries } of PAGES.slice(0, 3)) {
      const embedded = await embed(encoder, documents, 64);
      for (const { query, top10 } of queries) {
        const [mine] = await embed(encoder, [query], 160);
        // Whole numbers of eight bits shift scores a little: the best ones stay the best, by score.
        for (const [at, score] of top10)
          expect(Math.abs(dot(mine!, embedded[at]!) - score)).toBeLessThan(0.03);
      }
    }
  });
});

test('what is cancelled ends early and leaves the rest undisturbed', async () => {
  await withEncoder(async (encoder) => {
    const texts = PAGES.flatMap(({ documents }) => documents);
    const cancel = new AbortController();
    let came = 0;
    const long = encoder.encode(texts, {
      max: 64,
      signal: cancel.signal,
      onEmbedding: () => {
        came++;
        cancel.abort();
      },
    });
    await long;
    expect(came).toBeGreaterThan(0);
    expect(came).toBeLessThan(texts.length);
    expect(await embed(encoder, ['still here'], 64)).toHaveLength(1);
  });
});

test('what is cancelled in the middle of its last batch takes nothing else with it', async () => {
  await withEncoder(async (encoder) => {
    for (let i = 0; i < 25; i++) {
      const stop = new AbortController();
      const options = { max: 64, onEmbedding: () => undefined };
      const one = encoder.encode([`A single text, number ${i}`], { ...options, signal: stop.signal });
      const other = embed(encoder, [`Another text, number ${i}`], 64);
      // Somewhere between being asked for and being done.
      await new Promise((resolve) => setImmediate(resolve));
      stop.abort();
      await one.catch(() => undefined);
      expect(await other).toHaveLength(1);
    }
  });
});

test('what is urgent goes before what was asked for earlier', async () => {
  await withEncoder(async (encoder) => {
    await encoder.ready;
    const ended: string[] = [];
    const texts = PAGES.flatMap(({ documents }) => documents).slice(0, 600);
    const slow = encoder
      .encode(texts, { max: 64, onEmbedding: () => undefined })
      .then(() => ended.push('slow'));
    const quick = encoder
      .encode(['now'], { max: 64, urgent: true, onEmbedding: () => undefined })
      .then(() => ended.push('quick'));
    await Promise.all([slow, quick]);
    expect(ended).toEqual(['quick', 'slow']);
  });
});

for (const [pooling, same] of [
  ['pooling_mode_cls_token', true],
  ['pooling_mode_mean_tokens', false],
] as const)
  test(`${pooling} is followed: where tokens do not hear each other the first one is ${same ? 'all that counts' : 'one of many'}`, async ({}, {
    outputDir,
  }) => {
    const folder = await writeSmallModel(outputDir, 1, true);
    mkdirSync(join(folder, '1_Pooling'));
    writeFileSync(join(folder, '1_Pooling/config.json'), JSON.stringify({ [pooling]: true }));
    await withEncoder(async (encoder) => {
      const [one, other] = await embed(encoder, ['abc', 'xyz xyz'], 64);
      expect(dot(one!, one!)).toBeCloseTo(1, 5);
      expect(dot(one!, other!) > 0.999999).toBe(same);
    }, folder);
  });

test.describe('a model that cannot be used says what is wrong and what to do', () => {
  function brokenCopy(folder: string, spoil: (file: (name: string) => string) => void): string {
    mkdirSync(folder, { recursive: true });
    for (const name of ['config.json', 'tokenizer.json', 'model.safetensors']) {
      copyFileSync(join(BUNDLED, name), join(folder, name));
      chmodSync(join(folder, name), 0o644);
    }
    spoil((name) => join(folder, name));
    return folder;
  }
  const header = (
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
  const json = (file: string, change: object): void =>
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }));
  const WORDS = 'embeddings.word_embeddings.weight';

  const cases: Record<string, [(file: (name: string) => string) => void, RegExp]> = {
    'cut-off weights': [
      (f) => truncateSync(f('model.safetensors'), 1_000_000),
      /it ends at byte 1000000, .* again/,
    ],
    'a pointer instead of weights': [
      (f) => writeFileSync(f('model.safetensors'), 'version https://git-lfs.github.com/spec/v1\n'),
      /only 43 bytes.*git lfs pull/,
    ],
    'weights of another shape': [
      (f) => header(f('model.safetensors'), (h) => (h[WORDS]!.shape = [30_522 / 2, 768])),
      /of shape \[15261, 768\] where config.json asks for \[30522, 384\]/,
    ],
    'weights of another type': [
      (f) => header(f('model.safetensors'), (h) => (h[WORDS]!.dtype = 'I64')),
      /is of type I64.*one of F32, F16/,
    ],
    'a tensor that is missing': [
      (f) => header(f('model.safetensors'), (h) => delete h['encoder.layer.3.output.dense.weight']),
      /no tensor "encoder.layer.3.output.dense.weight"/,
    ],
    'another architecture': [
      (f) => json(f('config.json'), { model_type: 'roberta' }),
      /"model_type" is "roberta"/,
    ],
    'another activation': [(f) => json(f('config.json'), { hidden_act: 'relu' }), /"hidden_act" is "relu"/],
    'no weights': [(f) => rmSync(f('model.safetensors')), /model.safetensors: there is no such file/],
    'no tokenizer file': [(f) => rmSync(f('tokenizer.json')), /tokenizer.json: there is no such file/],
    'weights that are a link to themselves': [
      (f) => {
        rmSync(f('model.safetensors'));
        symlinkSync(f('model.safetensors'), f('model.safetensors'));
      },
      /a link that leads back to itself/,
    ],
    'a folder in place of weights': [
      (f) => {
        rmSync(f('model.safetensors'));
        mkdirSync(f('model.safetensors'));
      },
      /model.safetensors: it is no file/,
    ],
    'a layer on top that is not understood': [
      (f) => writeFileSync(f('modules.json'), '[{"type": "sentence_transformers.models.Dense"}]'),
      /modules.json: it asks for sentence_transformers.models.Dense/,
    ],
    'pooling by the largest values': [
      (f) => {
        mkdirSync(f('1_Pooling'));
        writeFileSync(f('1_Pooling/config.json'), '{"pooling_mode_max_tokens": true}');
      },
      /it pools by max_tokens.*Use a model that pools by the mean of the tokens or by the first one/,
    ],
    'no tokenizer': [(f) => truncateSync(f('tokenizer.json'), 0), /tokenizer.json: it is not JSON/],
    'more pieces than the model knows': [
      (f) => json(f('config.json'), { vocab_size: 100 }),
      /id 30521 where the model knows 100/,
    ],
  };
  for (const [what, [spoil, message]] of Object.entries(cases))
    test(what, async ({}, { outputDir }) => {
      const folder = brokenCopy(outputDir, spoil);
      const failed = withEncoder((encoder) => encoder.ready, folder);
      await expect(failed).rejects.toThrow(message);
      await expect(failed).rejects.toThrow(folder);
    });

  test('no folder', async () => {
    await expect(withEncoder((encoder) => encoder.ready, '/nowhere')).rejects.toThrow(
      /config.json: there is no such file. Check the path/,
    );
  });

  test('no permission', async ({}, { outputDir }) => {
    test.skip(process.getuid?.() === 0 || process.platform === 'win32', 'nothing is forbidden to this user');
    const folder = brokenCopy(outputDir, (f) => chmodSync(f('model.safetensors'), 0o000));
    await expect(withEncoder((encoder) => encoder.ready, folder)).rejects.toThrow(
      /may not be read.*chmod u\+r/,
    );
  });

  test('links are followed, as hubs store files', async ({}, { outputDir }) => {
    mkdirSync(outputDir, { recursive: true });
    for (const name of ['config.json', 'tokenizer.json', 'model.safetensors'])
      symlinkSync(join(BUNDLED, name), join(outputDir, name));
    const info = await withEncoder((encoder) => encoder.ready, outputDir);
    expect(info).toMatchObject({ device: 'cpu', hidden: 384 });
  });
});
