/** Time limits of the observers, in milliseconds. */
export interface ObserverLimits {
  /** One query to a child frame. */
  childFrameMs: number;
  /** All child frames together. The main frame's observation does not depend on them. */
  allChildFramesMs: number;
  /** The check whether a child frame has changed since its observation. */
  frameVersionMs: number;
  /** How long a page with very many frames may take to answer before Parley stops it from loading more. */
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
