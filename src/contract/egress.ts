/** Where a browser may connect to: what `page/`, which sees every connection, asks the rules of `policy/`. */

export type Judgement = { ok: true } | Refusal;

export interface Refusal {
  ok: false;
  /** Continues “<host> was not opened: …”. */
  why: string;
  /** One sentence: how to open it. */
  next: string;
}

export interface EgressJudge {
  /** A host as the page names it, before anyone looks it up. */
  host(host: string, port: number): Judgement;
  /** The addresses that the host was found at. `use` are those that may be connected to, and no others. */
  addresses(
    host: string,
    port: number,
    found: readonly string[],
  ): { ok: true; use: [string, ...string[]] } | Refusal;
  /** A tab itself is to show this address; nothing to say against it unless given. */
  navigation?(url: string): Judgement;
  /** The instructor opens this address: its site is open from now on, and so is what the site lies in. */
  admit(url: string): void;
}
