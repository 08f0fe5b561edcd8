import type { Caller } from './caller.ts'

/** Why an organization is not active, and until when it can be settled. */
export type Paused = Pick<Caller['organization'], 'status' | 'pauseReason' | 'deleteOn'>

/** Says that an organization is paused or closed, and why. */
export function pausedBecause({ status, pauseReason, deleteOn }: Paused): string {
  const why = pauseReason === 'unpaid' ? 'invoices are unpaid' : 'billing details are missing'
  const until = deleteOn ? ` Its data is deleted on ${deleteOn}.` : ''
  return `This organization is ${status} because ${why}.${until}`
}
