/** Where a browser may connect to: what `page/`, which sees every connection, asks the rules of `policy/`. */

export type EgressDecision = { ok: true } | EgressRefusal;

export interface EgressRefusal {
  ok: false;
  /** Continues “<host> was not opened: …”. */
  reason: string;
  /** One sentence: how to open it. */
  next: string;
}

export interface EgressPolicy {
  /** A host as the page names it, before anyone looks it up. */
  host(host: string, port: number): EgressDecision;
  /** The addresses that the host was found at. `use` are those that may be connected to, and no others. */
  addresses(
    host: string,
    port: number,
    found: readonly string[],
  ): { ok: true; use: [string, ...string[]] } | EgressRefusal;
  /** A tab itself is to show this address; nothing to say against it unless given. */
  navigation?(url: string): EgressDecision;
  /** The instructor opens this address: its site is open from now on, and so is what the site lies in. */
  admit(url: string): void;
}
