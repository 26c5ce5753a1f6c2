/** The golden demonstration as a data set on disk. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { goldenData } from '../support/golden.js';

export const DEMO = 'zzdemo';

/** Writes the demonstration into a folder of that name. @returns its folder */
export function writeDemonstration(
  parent: string,
  change: (file: string, content: unknown) => unknown = (_, content) => content,
): string {
  const folder = join(parent, DEMO);
  for (const [name, content] of Object.entries(goldenData.demo)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const changedContent = change(name, structuredClone(content));
    writeFileSync(path, typeof changedContent === 'string' ? changedContent : JSON.stringify(changedContent));
  }
  return folder;
}

/** @returns a data set with the split `test_iid`, and its predictions as JSONL */
export function writeDataSet(folder: string): { data: string; predictions: string } {
  const data = join(folder, 'data');
  writeDemonstration(join(data, 'demonstrations'));
  writeFileSync(join(data, 'splits.json'), JSON.stringify({ test_iid: [DEMO, 'absent'], valid: ['absent'] }));
  const predictions = join(folder, 'predictions.jsonl');
  writeFileSync(
    predictions,
    goldenData.eval['results.json'].map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
  return { data, predictions };
}
