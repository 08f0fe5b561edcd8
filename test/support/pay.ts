import type { ClientInput, TestClient } from './client.ts'

/** The terms of pay when a test does not care. */
export const usualPay = { amount: 48_000, currency: 'EUR', period: 'year' } as const

/** Adds pay from a day on. Answers the id of the new row, and the whole answer. */
export async function addPay(
  client: TestClient,
  personId: string,
  from: string,
  terms: Partial<ClientInput<'org_pay_add'>> = {},
) {
  const answer = await client.call('org_pay_add', {
    person_id: personId,
    effective_date: from,
    ...usualPay,
    ...terms,
  })
  return { id: answer.history.find((row) => row.valid_from === from)!.id, answer }
}

/** First day, last day and amount of each row. */
export const asRanges = (rows: readonly { valid_from: string; valid_to: string | null; amount: number }[]) =>
  rows.map((row) => [row.valid_from, row.valid_to, row.amount])
