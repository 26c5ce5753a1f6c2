/**
 * Shortens the stack traces that Playwright reads at each call, because mapping every frame to its source takes a sixth
 * of a worker's CPU time.
 */
const MAX_CACHED_FRAMES = 10_000;
/** Playwright reports the frames from here on as the caller's. One is enough for the error of a failed call. */
const MAX_CALLER_FRAMES = 3;

const isPlaywrightFrame = (frame: NodeJS.CallSite): boolean =>
  frame.getFileName()?.includes('/node_modules/playwright') ?? false;

/** Returns the frames that Playwright needs: its own ones and the first of the caller. */
function shorten(frames: NodeJS.CallSite[]): NodeJS.CallSite[] {
  if (frames[0]?.getFunctionName() !== 'captureRawStack') return frames;
  const firstCallerIndex = frames.findIndex((frame) => !isPlaywrightFrame(frame));
  return firstCallerIndex < 0 ? frames : frames.slice(0, firstCallerIndex + MAX_CALLER_FRAMES);
}

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
    `${error.name || 'Error'}: ${error.message || ''}${shorten(frames).map(formatFrame).join('')}`;
}
