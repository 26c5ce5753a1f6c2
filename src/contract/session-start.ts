/** How a session started, in the form of a scenario's `start`: the settings of its browser, and the initial state of its site. */
export interface SessionStart {
  viewport?: { width: number; height: number };
  /** File with cookies and local storage, relative to the session's folder. */
  storage?: string;
  /** ISO 8601. */
  clock?: string;
  locale?: string;
  timezone?: string;
  /** The browser has its own profile or was already running, so it may already be logged in to sites. */
  fromBrowser?: true;
  /** The request that put the site into its initial state, without headers. */
  reset?: { post: string; json?: unknown };
}
