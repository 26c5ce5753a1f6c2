/** How long things may take and how much a page may ask for; tests make them smaller. */
export interface Limits {
  /** A page that does not begin to arrive in this time is not waited for. */
  open: number;
  /** A page that does not let itself be looked at for this long has its script stopped. */
  look: number;
  /** Frames of a page that are read in one look; those that show most come first. */
  frames: number;
  /** One act with everything that comes after it. */
  act: number;
  /** The end of a session, per step of it. */
  close: number;
  /** How long the end waits for downloads that are under way. */
  downloads: number;
  /** Tabs that may live at a time. */
  tabs: number;
  /** How often one address may kill its tab before it is left alone. */
  crashes: number;
}

export const LIMITS: Limits = {
  open: 30_000,
  look: 15_000,
  frames: 40,
  act: 60_000,
  close: 5_000,
  downloads: 10_000,
  tabs: 20,
  crashes: 3,
};
