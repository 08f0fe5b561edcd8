/** Where the service is known to differ from the specification: set these right with it. */
export const known = {
  /** Requests about people who have left are closed by the next job, and hidden from the manager whom they ask. */
  leaversToo: false,
  /** Not only leads, but all who decided a step go on seeing the request. */
  decidersKeepSeeing: true,
  /** Above a unit that the proposer moved no lead is asked, and not the next one. */
  noLeadAboveMoved: true,
}
