/**
 * `policy-library/` loads SteP's policies from a folder with `library.yaml` and one YAML file per policy. It checks
 * them, builds each policy's system text, and returns a `StepLibrary`. Running policies belongs to the navigator.
 */
export { findLibrary, listLibraries, type FindLibraryOptions, type LibraryFolder } from './find-library.js';
export { formatCall } from './instruction.js';
export { loadLibrary, type LoadLibraryOptions } from './load-library.js';
export { BrokenLibraryError } from './read-file.js';
export { writeNewPolicy } from './scaffold.js';
