/**
 * Quantises a sentence encoder's weights to 8-bit integers with one scale per row. They take about half the
 * space of F16. The bundled model was made with `node scripts/pack-model.mjs <folder with the model>
 * models/parley-compact`.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { quantiseModel } from '../dist/rank/dense/pack.js';

const [sourceFolder, targetFolder] = process.argv.slice(2);
if (!sourceFolder || !targetFolder) {
  console.error('Usage: node scripts/pack-model.mjs <folder with the model> <new folder>');
  process.exit(2);
}
mkdirSync(targetFolder, { recursive: true });
for (const file of ['config.json', 'tokenizer.json'])
  copyFileSync(join(sourceFolder, file), join(targetFolder, file));
await quantiseModel(join(sourceFolder, 'model.safetensors'), join(targetFolder, 'model.safetensors'));
