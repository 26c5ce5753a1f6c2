/** Time limits of the observers, in milliseconds. */
export interface ObserverLimits {
  /** One child frame. */
  childFrameMs: number;
  /** All child frames together; the observation of the main frame does not depend on them. */
  allChildFramesMs: number;
  /** The check whether a child frame has changed since it was observed. */
  frameVersionMs: number;
  /** How long a page with a flood of frames may take to answer before it is stopped from loading more. */
  frameFloodMs: number;
  /** One debugger call that looks for closed shadow roots. */
  closedRootsMs: number;
  /** The accessibility tree of one frame. */
  accessibilityTreeMs: number;
  /** The boxes of marked elements in one frame. */
  markBoxesMs: number;
  screenshotMs: number;
  /** The hit tests of one frame. */
  hitTestMs: number;
}

export const OBSERVER_LIMITS: ObserverLimits = {
  childFrameMs: 3_000,
  allChildFramesMs: 4_000,
  frameVersionMs: 500,
  frameFloodMs: 2_500,
  closedRootsMs: 2_000,
  accessibilityTreeMs: 5_000,
  markBoxesMs: 5_000,
  screenshotMs: 5_000,
  hitTestMs: 2_000,
};
