/** Loads screenshots and converts them to images of a model request. */
import { readFileSync } from 'node:fs';

import type { ImagePart } from '../../llm/index.js';
import type { EvidenceScreenshot } from './types.js';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

export function createFileScreenshot(path: string): EvidenceScreenshot {
  return {
    name: path,
    load() {
      try {
        return toPng(readFileSync(path));
      } catch {
        return null;
      }
    },
  };
}

export function createMemoryScreenshot(name: string, data: Uint8Array): EvidenceScreenshot {
  return { name, load: () => toPng(data) };
}

function toPng(data: Uint8Array): Uint8Array | null {
  return PNG_SIGNATURE.equals(data.subarray(0, PNG_SIGNATURE.length)) ? new Uint8Array(data) : null;
}

/** Loads the screenshots, in order; skips unreadable ones. */
export function loadScreenshots(screenshots: readonly EvidenceScreenshot[]): ImagePart[] {
  return screenshots.flatMap((screenshot) => {
    const data = screenshot.load();
    return data === null ? [] : [{ type: 'image' as const, mediaType: 'image/png' as const, data }];
  });
}
