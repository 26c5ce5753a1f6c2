/** Links between the files of reports. Pure. */
import { sep } from 'node:path';

/** A relative URL. The leading dot keeps a name with a colon from being read as a scheme. */
export const toLink = (path: string): string => `./${path.split(sep).map(encodeURIComponent).join('/')}`;
