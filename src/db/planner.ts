/**
 * PostgreSQL's settings for how it plans statements, of every connection that keeps its plans, and of the nodes of a
 * cluster.
 */
export const plannerSettings = {
  /** The queries are short: compiling one takes longer than it saves. */
  jit: 'off',
  /**
   * Connections keep their plans, also those of foreign keys. One that was made while a table had a single page would read
   * all of it ever after. Where a statement has no index, the table is still read from its beginning.
   */
  enable_seqscan: 'off',
}
