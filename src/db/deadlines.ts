/**
 * The deadlines of every connection, in milliseconds. The roles have them too (roles.ts), because the nodes of a
 * cluster connect to each other without our settings.
 */
export const deadlines = {
  statementMs: 5000,
  lockMs: 2000,
  idleInTransactionMs: 10_000,
  poolWaitMs: 2000,
  /** For an answer of the database, if it says nothing at all: it may have been stopped, and keeps no deadline then. */
  silenceMs: 6000,
  /**
   * For a transaction, from the wait for its turn to the last answer of the database. Then its connection is cut: the database may
   * have stopped without a word, and no deadline of its own would end the call.
   */
  transactionMs: 6000,
}
