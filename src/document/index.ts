/** `document/` reads the text of downloaded files: PDF and plain text, within limits of size and time. */
export { readDocument } from './read-document.js';
