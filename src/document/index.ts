/** `document/` reads the text of downloaded PDF and text files, within size and time limits. */
export { readDocument } from './read-document.js';
