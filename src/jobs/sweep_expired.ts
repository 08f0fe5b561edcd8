import type { Task } from 'graphile-worker'

/** How many rows of each kind go in one run; the next run takes the rest. */
const batch = 10_000

/** Removes idempotency records, sessions and counters that have outlived their purpose. Repeating it is harmless. */
export const task: Task = async (_payload, { withPgClient }) => {
  await withPgClient((client) => client.query('select sweep_expired($1)', [batch]))
}
