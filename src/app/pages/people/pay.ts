import type { Result } from '../../../actions/action.ts'
import { belonging } from '../../forms/read.ts'
import { badge } from '../../parts/badge/part.ts'
import { day } from '../../parts/day/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { list } from '../../parts/list/part.ts'
import { money, type Period } from '../../parts/money/part.ts'
import type { AppRequest } from '../../request.ts'
import { withButtons } from './history.ts'
import type { Offer } from './offers.ts'
import { personTexts } from './person-texts.ts'

export type Pay = Result<'org_pay_list'>
type Row = Pay['history'][number]

/** The buttons of a pay history: one more row, and to remove each. */
export function offersOfPay(
  { language }: AppRequest,
  { history }: Pay,
  personId: string,
  today: string,
): { add: Offer; rows: Map<Row, Offer> } {
  const t = personTexts[language]
  const add: Offer = {
    action: 'org_pay_add',
    input: { person_id: personId, effective_date: today, amount: 1, currency: 'EUR', period: 'year' },
    prefill: { person_id: personId },
    text: t.addPay,
    small: true,
  }
  const remove = (row: Row): Offer => ({
    action: 'org_pay_remove',
    input: { pay_id: row.id },
    prefill: { pay_id: row.id, [belonging('pay_id')]: personId },
    text: t.remove,
    label: `${t.remove}: ${row.amount} ${row.currency}, ${row.valid_from}`,
    kind: 'danger',
    small: true,
  })
  const newest = history.slice(0, withButtons)
  return { add, rows: new Map(newest.map((row) => [row, remove(row)])) }
}

/** A pay history, newest first. */
export function payOf(
  { language }: AppRequest,
  { current, history }: Pay,
  add: Child[],
  buttons: (row: Row) => Child[],
): Child {
  const newest = history.toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1))
  return [
    newest.length > 0
      ? list(
          newest.map((row) => ({
            name: [
              money(row.amount, row.currency, language, row.period as Period),
              row.id === current?.id && [' ', badge(personTexts[language].now, 'good')],
            ],
            note: [
              row.valid_to === null
                ? [personTexts[language].from, ' ', day(row.valid_from, language)]
                : [day(row.valid_from, language), ' – ', day(row.valid_to, language)],
              row.note !== null && [' · ', row.note],
            ],
            end: buttons(row),
          })),
        )
      : html`<p class="note">${personTexts[language].noPay}</p>`,
    add.length > 0 && html`<div class="row">${add}</div>`,
  ]
}
