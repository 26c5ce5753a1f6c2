/**
 * Quantises the weights of a sentence encoder to 8-bit integers with one scale per row. They need about half the
 * space of F16. The bundled model was made with `node scripts/pack-model.mjs <folder with the model>
 * models/parley-compact`.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { packModel } from '../dist/rank/dense/pack.js';

const [from, to] = process.argv.slice(2);
if (!from || !to) {
  console.error('Usage: node scripts/pack-model.mjs <folder with the model> <new folder>');
  process.exit(2);
}
mkdirSync(to, { recursive: true });
for (const file of ['config.json', 'tokenizer.json']) copyFileSync(join(from, file), join(to, file));
await packModel(join(from, 'model.safetensors'), join(to, 'model.safetensors'));
