/** Formats the report about a page that requires proof that its visitor is human. */

/** @param reason what on the page identifies the check, such as its title */
export const describeHumanCheck = (reason: string): string =>
  `Blocked: this site checks whether I am human (${reason}), and I do not solve such checks. Solve it yourself in the browser (--headed), or use another site.`;
