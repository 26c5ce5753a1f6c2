/** Result of one check of a scenario. */
export interface CheckResult {
  label: string;
  pass: boolean;
  expected: string;
  actual: string;
  /** It is shown and counted, and fails nothing. */
  soft?: true;
}
