/**
 * Instructors: a script (a scenario or a single task), a replay, and a person at a terminal. They see the page only
 * through a read-only probe and never act on it. The folder also formats the transcript that people read.
 */
export { createKeyboard, type Keyboard, type KeyboardQuestion } from './keyboard.js';
export { createReplayInstructor } from './replay.js';
export { createScriptInstructor } from './script.js';
export { type Spending, formatTotals } from './spending.js';
export { createTaskInstructor } from './task.js';
export { createTerminal, type Terminal } from './terminal.js';
export { getColumnCount, wrapText } from './wrap-text.js';
export { formatEvent, type TranscriptOptions } from './transcript.js';
