/** Reads the report viewer's files from `dist/`, even if this file runs from source (tests). */
import { readFileSync } from 'node:fs';

import type { ViewerAssets } from './document.js';

const readAsset = (name: string): string =>
  readFileSync(new URL(`../../dist/report/viewer/${name}`, import.meta.url), 'utf8');

export const readViewerAssets = (): ViewerAssets => ({
  script: readAsset('viewer.js'),
  style: readAsset('viewer.css'),
});

/** Reads the style sheet, which reports and their index share. */
export const readIndexStyle = (): string => readAsset('viewer.css');
