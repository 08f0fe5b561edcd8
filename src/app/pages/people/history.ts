import type { Result } from '../../../actions/action.ts'
import { belonging } from '../../forms/read.ts'
import { day } from '../../parts/day/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { timeline, type Moment } from '../../parts/timeline/part.ts'
import type { AppRequest } from '../../request.ts'
import { jobTerms } from '../../show/job-terms.ts'
import { show } from '../../show/value.ts'
import { fieldName, valueName } from '../../texts/labels.ts'
import type { Offer } from './offers.ts'
import { personTexts } from './person-texts.ts'

export type History = Result<'org_people_timeline'>
type Row = History['jobs'][number]

/**
 * So many rows have buttons, the newest ones: the service is asked about each of them. The forms change the others, too.
 */
export const withButtons = 40

/**
 * The buttons of each row: a correction, and to take it back while it has not begun, or when it changes nothing. The first row
 * of all stays.
 */
export function offersOfRows(
  { language }: AppRequest,
  { jobs, employments }: History,
  personId: string,
  today: string,
): Map<Row, Offer[]> {
  const t = personTexts[language]
  return new Map(
    jobs.slice(-withButtons).map((row) => {
      const last = before(jobs, jobs.indexOf(row), employments)
      const changesNothing = last !== undefined && jobTerms.every((name) => same(row[name], last[name]))
      const removable = changesNothing || (row.valid_from > today && row !== jobs[0])
      const about = `${row.title}, ${row.valid_from}`
      const common = { prefill: { job_id: row.id, [belonging('job_id')]: personId }, small: true }
      const correct: Offer = {
        ...common,
        action: 'org_people_correct_job',
        input: { job_id: row.id, title: row.title },
        text: t.correct,
        label: `${t.correct}: ${about}`,
      }
      const remove: Offer = {
        ...common,
        action: 'org_people_remove_job',
        input: { job_id: row.id },
        text: t.remove,
        label: `${t.remove}: ${about}`,
        kind: 'danger',
      }
      return [row, removable ? [correct, remove] : [correct]]
    }),
  )
}

/**
 * The rows of a job history and the last days, newest first, each row with what it changes.
 *
 * @param buttons of a row
 */
export function historyOf(
  request: AppRequest,
  { jobs, employments }: History,
  today: string,
  buttons: (row: Row) => Child,
): Child {
  const { language } = request
  const t = personTexts[language]
  const rows = jobs.map((row, index) => ({
    from: row.valid_from,
    moment: momentOf(request, row, before(jobs, index, employments), today, buttons(row)),
  }))
  const ends = employments.flatMap(({ last_day: last, end_type: type }) => {
    if (last === null) return []
    const reason = jobs.findLast(({ valid_from: from }) => from <= last)?.end_reason
    const moment: Moment = {
      when: day(last, language),
      what: t.lastDay,
      note: [type !== null && valueName(type, language), type !== null && reason && ' · ', reason],
      ...(last >= today && { state: 'coming' as const }),
    }
    return [{ from: `${last}~`, moment }]
  })
  const all = [...rows, ...ends].toSorted((a, b) => (a.from < b.from ? 1 : -1))
  return timeline(all.map(({ moment }) => moment))
}

/** The row before in the same employment. */
function before(jobs: History['jobs'], index: number, employments: History['employments']): Row | undefined {
  const starts = employments.some(({ start_date: start }) => start === jobs[index]?.valid_from)
  return starts ? undefined : jobs[index - 1]
}

function momentOf(
  request: AppRequest,
  row: Row,
  last: Row | undefined,
  today: string,
  buttons: Child,
): Moment {
  const { language } = request
  const state =
    row.valid_from > today ? 'coming' : row.valid_to === null || row.valid_to >= today ? 'now' : undefined
  const changes = jobTerms.filter((name) => name !== 'title' && !same(row[name], last?.[name]))
  return {
    when: day(row.valid_from, language),
    what: row.title,
    note: html`<div class="history">
      <span
        >${valueName(row.reason, language)}${last && last.title !== row.title && html` · <del>${last.title}</del>`}</span
      >
      ${
        changes.length > 0 &&
        html`<ul>
          ${changes.map((name) => changeOf(request, name, row, last))}
        </ul>`
      }
      ${Array.isArray(buttons) && buttons.length > 0 && html`<div class="row">${buttons}</div>`}
    </div>`,
    ...(state && { state }),
  }
}

/** A term as it is from then on, and beside it what it was. */
function changeOf(request: AppRequest, name: keyof Row, row: Row, last: Row | undefined): Child {
  const was = last && last[name] !== null && html`<del>${show(request, name, last[name])}</del>`
  return html`<li>
    ${fieldName(name, request.language)}: ${show(request, name, row[name])}${was && [' ', was]}
  </li>`
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(keyOf(a)) === JSON.stringify(keyOf(b))

/** A reference is the same while its id is. */
const keyOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : (value ?? null)
