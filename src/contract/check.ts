/** The result of one check of a scenario. */
export interface CheckResult {
  label: string;
  pass: boolean;
  expected: string;
  actual: string;
  /** Present for a soft check. It is reported and counted, but its failure does not fail the scenario. */
  soft?: true;
  /**
   * Present if the check neither passed nor failed, because a judge could not decide or its server failed. Such a
   * check is always soft.
   */
  unknown?: true;
  /** The check as defined in the scenario, so that a replay can repeat it. */
  definition?: unknown;
}
