/** The result of one check of a scenario. */
export interface CheckResult {
  label: string;
  pass: boolean;
  expected: string;
  actual: string;
  /** A soft check is reported and counted, but its failure does not fail the scenario. */
  soft?: true;
  /** Neither passed nor failed, because a judge could not decide or its server failed. Always soft. */
  unknown?: true;
  /** The check as defined in the scenario, so that a replay can repeat it. */
  definition?: unknown;
}
