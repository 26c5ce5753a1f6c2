/**
 * Packs a sentence encoder's weights to whole numbers of eight bits with one scale a row: about half the size
 * of F16. `node scripts/pack-model.mjs <folder with the model> models/parley-compact` wrote what is there.
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
