/** Where the service is known to differ from the specification: set these right with it. */
export const known = {
  /** Above a unit that the proposer moved no lead is asked, and not the next one. */
  noLeadAboveMoved: true,
}
