/** Where the browser may connect to. `page/` intercepts every connection and asks an `EgressPolicy` of `policy/`. */

export type EgressDecision = { ok: true } | EgressRefusal;

export interface EgressRefusal {
  ok: false;
  /** A clause that completes “<host> was not opened: …”. */
  reason: string;
  /** One sentence: how the user can allow the connection. */
  next: string;
}

export interface EgressPolicy {
  /** Decides about a host name before DNS resolution. */
  checkHost(host: string, port: number): EgressDecision;
  /** Decides about the resolved IP addresses. The browser may connect only to `allowedAddresses`. */
  checkAddresses(
    host: string,
    port: number,
    addresses: readonly string[],
  ): { ok: true; allowedAddresses: [string, ...string[]] } | EgressRefusal;
  /** Decides about a top-level navigation. Without this method, every navigation is allowed. */
  checkNavigation?(url: string): EgressDecision;
  /** Allows the site of this URL and the network of its host, because the instructor opened the URL. */
  admit(url: string): void;
}
