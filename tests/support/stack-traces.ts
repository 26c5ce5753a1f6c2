/**
 * Caches formatted stack frames. Playwright reads the stack trace at each call and maps every frame to its source, which
 * takes a sixth of a worker's CPU time, although most stack traces contain the same frames.
 */
const MAX_CACHED_FRAMES = 10_000;

/** Adds a cache to Playwright's formatting of stack traces. */
export function cacheStackFrames(): void {
  const formatStack = Error.prepareStackTrace;
  if (!formatStack) return;
  const formattedFrames = new Map<string, string>();
  const formatFrame = (frame: NodeJS.CallSite): string => {
    const frameText = String(frame);
    const cachedFrame = formattedFrames.get(frameText);
    if (cachedFrame !== undefined) return cachedFrame;
    const stack = String(formatStack(new Error(), [frame]));
    const formattedFrame = stack.slice(stack.indexOf('\n'));
    if (formattedFrames.size >= MAX_CACHED_FRAMES) formattedFrames.clear();
    formattedFrames.set(frameText, formattedFrame);
    return formattedFrame;
  };
  Error.prepareStackTrace = (error, frames) =>
    `${error.name || 'Error'}: ${error.message || ''}${frames.map(formatFrame).join('')}`;
}
