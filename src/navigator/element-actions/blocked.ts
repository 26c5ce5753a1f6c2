/** The report on a page that asks for proof that its visitor is human. */

/** @param reason how the page identifies the check */
export const describeBlocked = (reason: string): string =>
  `Blocked: this site checks whether I am human (${reason}), and I do not solve such checks. Solve it yourself in the browser (--headed), or use another site.`;
