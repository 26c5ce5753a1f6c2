/** Searches and reads the text of an observed page. */
import type { TextSearch } from '../../contract/index.js';
import { findText } from './find-text.js';
import { readPageSection } from './read-part.js';

export const textSearch: TextSearch = { find: findText, read: readPageSection };
