/** The result of one check of a scenario. */
export interface CheckResult {
  label: string;
  pass: boolean;
  expected: string;
  actual: string;
  /** A soft check is reported and counted, but its failure does not fail the scenario. */
  soft?: true;
}
