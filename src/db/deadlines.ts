/**
 * The deadlines of every connection, in milliseconds. Migrations repeat them as settings of the roles, because the
 * nodes of a cluster connect to each other without our settings.
 */
export const deadlines = { statementMs: 5000, lockMs: 2000, idleInTransactionMs: 10_000, poolWaitMs: 2000 }
