/** What the tests have seen in this run, for the checks at its end. Apart from what notes it, which few files need. */
export const seen = {
  succeeded: new Set<string>(),
  /** `operationId status code` of every refusal, and `operationId name` for refusals in `x-errors` and for warnings. */
  codes: new Set<string>(),
  /** The types of events that were written. */
  events: new Set<string>(),
}
