/**
 * Playwright reads the stack at each of its calls and maps every frame to its source, which takes a sixth of a worker's
 * CPU time. Frames of packages and of Node have no source maps, and the same frames return again and again.
 */
const MAX_CACHED_FRAMES = 10_000;

/** Replaces Playwright's formatting of stacks by the same formatting with a cache. */
export function cacheStackFrames(): void {
  const format = Error.prepareStackTrace;
  if (!format) return;
  const formattedFrames = new Map<string, string>();
  const formatFrame = (frame: NodeJS.CallSite): string => {
    const original = String(frame);
    const cached = formattedFrames.get(original);
    if (cached !== undefined) return cached;
    const stack = String(format(new Error(), [frame]));
    const formatted = stack.slice(stack.indexOf('\n'));
    if (formattedFrames.size >= MAX_CACHED_FRAMES) formattedFrames.clear();
    formattedFrames.set(original, formatted);
    return formatted;
  };
  Error.prepareStackTrace = (error, frames) =>
    `${error.name || 'Error'}: ${error.message || ''}${frames.map(formatFrame).join('')}`;
}
