/**
 * `instructor/` holds those who say what is wanted: a script (scenario or single task) and a person in the
 * terminal, and how a conversation reads on a screen. Instructors see the page only through a read-only
 * probe; they never act on it.
 */
export { createScriptInstructor } from './script.js';
export { type Spending, totalsText } from './spending.js';
export { createTaskInstructor } from './task.js';
export { createTerminal, type Terminal } from './terminal.js';
export { plainText, transcriptLine, type TranscriptOptions } from './transcript.js';
