/** Reads the report viewer's files from `dist/`. Tests, which run from source, also use the files in `dist/`. */
import { readFileSync } from 'node:fs';

import type { ViewerAssets } from './document.js';

const readAsset = (name: string): string =>
  readFileSync(new URL(`../../dist/report/viewer/${name}`, import.meta.url), 'utf8');

export const readViewerAssets = (): ViewerAssets => ({
  script: readAsset('viewer.js'),
  style: readAsset('viewer.css'),
});

/** Reads the style sheet of the index. Reports use the same one. */
export const readIndexStyle = (): string => readAsset('viewer.css');
