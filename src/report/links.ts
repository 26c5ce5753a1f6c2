/** Links between report files. Pure. */
import { sep } from 'node:path';

/** Converts a relative path to a URL. The leading dot keeps a name with a colon from being read as a scheme. */
export const toLink = (path: string): string => `./${path.split(sep).map(encodeURIComponent).join('/')}`;
