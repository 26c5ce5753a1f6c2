/**
 * Tests stand where they were asked for. Playwright takes the place of a test from the stack of the call that makes
 * it, which would be a line of this library for each of them; so the call is made from a script that bears the wanted
 * place as its own.
 */
import { runInThisContext } from 'node:vm';
import { fileURLToPath } from 'node:url';

export interface CallSite {
  file: string;
  line: number;
  column?: number;
}

/** This room, which is no place that anybody wrote a test in. */
const HERE = new URL('.', import.meta.url).href;

const asPath = (name: string): string => (name.startsWith('file:') ? fileURLToPath(name) : name);

/**
 * The line outside this room that led here. As the running program has it: where specs are compiled, Playwright finds
 * the author's line by itself.
 */
export function callSite(): CallSite {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  Error.prepareStackTrace = (_, frames) => frames;
  const frames = new Error().stack as unknown as NodeJS.CallSite[];
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  const here = fileURLToPath(HERE);
  for (const frame of frames) {
    const file = frame.getFileName();
    if (!file || file.startsWith('node:') || file.startsWith('evalmachine')) continue;
    if (asPath(file).startsWith(here) && !asPath(file).includes('/runner/')) continue;
    return { file, line: frame.getLineNumber() ?? 1, column: frame.getColumnNumber() ?? 1 };
  }
  return { file: here, line: 1 };
}

/** The same line as its author wrote it: steps are shown where they say, and nobody looks that up. */
export function authorSite(): CallSite {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const stack = new Error().stack ?? '';
  Error.stackTraceLimit = stackTraceLimit;
  const here = fileURLToPath(HERE);
  const written = here.replace(/([\\/])dist([\\/]test[\\/])$/, '$1src$2');
  for (const [, place = '', line, column] of stack.matchAll(/(?:\(|at )([^()\n]+):(\d+):(\d+)\)?$/gm)) {
    const file = asPath(place.replace(/^async /, ''));
    if (file.startsWith('node:') || file.startsWith(here) || file.startsWith(written)) continue;
    return { file, line: Number(line), column: Number(column) };
  }
  return { file: here, line: 1 };
}

/** The call `make(...given)`, made from that place. */
export function callFrom<A extends unknown[]>(
  { file, line }: CallSite,
  make: (...given: A) => unknown,
  ...given: A
): void {
  const call = runInThisContext('(make, given) =>\n  make(...given)', {
    filename: file,
    // The call stands in the second line of its script.
    lineOffset: line - 2,
  }) as (make: (...given: A) => unknown, given: A) => void;
  call(make, given);
}
