/**
 * Gives generated tests the location of the user's code. Playwright reads a test's location from the call stack, which
 * would point into this library, so the call is made from a script compiled with the user's file name and line.
 */
import { runInThisContext } from 'node:vm';
import { fileURLToPath } from 'node:url';

export interface CallSite {
  file: string;
  line: number;
  column?: number;
}

/** Parley's `src/` or `dist/` folder. Stack frames in it are never the user's code. */
const PARLEY_FOLDER = new URL('..', import.meta.url).href;

const toPath = (name: string): string => (name.startsWith('file:') ? fileURLToPath(name) : name);

/**
 * Finds the calling line outside Parley in the code that runs, which may be compiled. Playwright itself maps the
 * locations of tests in compiled specs back to the source.
 */
export function findCompiledCallSite(): CallSite {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  Error.prepareStackTrace = (_, frames) => frames;
  const frames = new Error().stack as unknown as NodeJS.CallSite[];
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  const parleyPath = fileURLToPath(PARLEY_FOLDER);
  for (const frame of frames) {
    const file = frame.getFileName();
    if (!file || file.startsWith('node:') || file.startsWith('evalmachine')) continue;
    if (toPath(file).startsWith(parleyPath) && !toPath(file).includes('/test/runner/')) continue;
    return { file, line: frame.getLineNumber() ?? 1, column: frame.getColumnNumber() ?? 1 };
  }
  return { file: parleyPath, line: 1 };
}

/** Finds the calling line in the original source, because Playwright does not map the locations of steps back to it. */
export function findSourceMappedCallSite(): CallSite {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const stack = new Error().stack ?? '';
  Error.stackTraceLimit = stackTraceLimit;
  const parleyPath = fileURLToPath(PARLEY_FOLDER);
  const sourcePath = parleyPath.replace(/([\\/])dist([\\/])$/, '$1src$2');
  for (const [, location = '', line, column] of stack.matchAll(/(?:\(|at )([^()\n]+):(\d+):(\d+)\)?$/gm)) {
    const file = toPath(location.replace(/^async /, ''));
    if (file.startsWith('node:') || file.startsWith(parleyPath) || file.startsWith(sourcePath)) continue;
    return { file, line: Number(line), column: Number(column) };
  }
  return { file: parleyPath, line: 1 };
}

/** Calls `declare(...args)` as if from the given location: the stack has a frame there. */
export function callAsIfFrom<A extends unknown[]>(
  { file, line }: CallSite,
  declare: (...args: A) => unknown,
  ...args: A
): void {
  const call = runInThisContext('(make, args) =>\n  make(...args)', {
    filename: file,
    // The call is on the second line of the script.
    lineOffset: line - 2,
  }) as (make: (...args: A) => unknown, args: A) => void;
  call(declare, args);
}
