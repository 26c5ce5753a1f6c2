/** Reports a page that requires proof that its visitor is human. */

/** @param reason what on the page shows that it is such a check */
export const describeHumanCheck = (reason: string): string =>
  `Blocked: this site checks whether I am human (${reason}), and I do not solve such checks. Solve it yourself in the browser (--headed), or use another site.`;
