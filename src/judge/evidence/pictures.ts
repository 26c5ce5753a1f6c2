/** Loads screenshots and converts them to parts of a request. */
import { readFileSync } from 'node:fs';

import type { ImagePart } from '../../llm/index.js';
import type { EvidencePicture } from './types.js';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

export function pictureFile(path: string): EvidencePicture {
  return {
    name: path,
    load() {
      try {
        return asPng(readFileSync(path));
      } catch {
        return null;
      }
    },
  };
}

export function pictureInMemory(name: string, data: Uint8Array): EvidencePicture {
  return { name, load: () => asPng(data) };
}

function asPng(data: Uint8Array): Uint8Array | null {
  return PNG_SIGNATURE.equals(data.subarray(0, PNG_SIGNATURE.length)) ? new Uint8Array(data) : null;
}

/** Loads the readable pictures, in order. */
export function loadPictures(pictures: readonly EvidencePicture[]): ImagePart[] {
  return pictures.flatMap((picture) => {
    const data = picture.load();
    return data === null ? [] : [{ type: 'image' as const, mediaType: 'image/png' as const, data }];
  });
}
