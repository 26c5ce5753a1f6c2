/** How a session started, in the form of a scenario's `start`: the settings of its browser, and the initial state of its site. */
export interface SessionStart {
  viewport?: { width: number; height: number };
  /** File with cookies and local storage, relative to the session's folder. */
  storage?: string;
  /** ISO 8601. */
  clock?: string;
  locale?: string;
  timezone?: string;
  /** Present if the browser used a profile or was already running. It may then have been logged in to sites. */
  fromBrowser?: true;
  /** The request that put the site into its initial state, without headers. */
  reset?: { post: string; json?: unknown };
}
