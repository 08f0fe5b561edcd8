import type { Employment, JobRow, Timeline } from './employment.ts'

/** Rows and employments that one timeline has and the other has not, or has with other values. */
export interface Difference {
  employments: { added: Employment[]; changed: Employment[]; removed: string[] }
  rows: { added: Readonly<JobRow>[]; changed: Readonly<JobRow>[]; removed: string[] }
}

/** Lists the rows that must be written to make one timeline into the other. */
export const difference = (before: Timeline, after: Timeline): Difference => ({
  employments: compare(before.employments, after.employments),
  rows: compare(before.rows, after.rows),
})

/** Records that are the same object are unchanged: every operation keeps what it does not touch. */
const compare = <Record extends { id: string }>(before: readonly Record[], after: readonly Record[]) => {
  const old = new Map(before.map((one) => [one.id, one]))
  const kept = new Set(after.map(({ id }) => id))
  return {
    added: after.filter(({ id }) => !old.has(id)),
    changed: after.filter((one) => old.has(one.id) && old.get(one.id) !== one),
    removed: before.map(({ id }) => id).filter((id) => !kept.has(id)),
  }
}
