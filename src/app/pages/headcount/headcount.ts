import type { Result } from '../../../actions/action.ts'
import { ApiError } from '../../../errors.ts'
import { forms } from '../../../generated/forms.ts'
import { problemsOf } from '../../forms/problems.ts'
import { readValues, Sent } from '../../forms/read.ts'
import { idOf } from '../../forms/values.ts'
import { submit } from '../../parts/button/part.ts'
import { checkbox, field, input, select } from '../../parts/field/part.ts'
import { figures } from '../../parts/figures/part.ts'
import { graph } from '../../parts/graph/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { section } from '../../parts/list/part.ts'
import { problems } from '../../parts/notice/part.ts'
import { table } from '../../parts/table/part.ts'
import type { Page } from '../../page.ts'
import { pathTo, perform, type AppRequest } from '../../request.ts'
import { fieldName, valueName } from '../../texts/labels.ts'
import { headcountTexts } from './texts.ts'

type Report = Result<'org_reports_headcount'>

const groupings = ['unit', 'location', 'legal_entity', 'employment_type', 'contract_type']
const isType = (by: string): boolean => by === 'employment_type' || by === 'contract_type'

/** The headcount by month as a graph, with its numbers beside it, and those of groups. */
export const headcountPage: Page = async (request) => {
  const { search, language } = request
  const t = headcountTexts[language]
  const given = readValues(forms.org_reports_headcount.fields, new Sent(search))
  const found = await ask(request, given)
  const wrong = 'error' in found ? problemsOf(found.error, language) : undefined
  return {
    title: t.title,
    lead: t.lead,
    ...(wrong && { status: 422 }),
    body: [
      wrong && problems(t.problems, wrong.all),
      filters(request, wrong?.at),
      'report' in found && reportOf(request, found.report, search.get('by') ?? ''),
    ],
  }
}

async function ask(request: AppRequest, input: object): Promise<{ report: Report } | { error: ApiError }> {
  try {
    const { data } = await perform(request, 'org_reports_headcount', input)
    return { report: data as Report }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
    request.ctx.state['failure'] = error
    return { error }
  }
}

/** @param wrong what is wrong, by field; undefined: nothing, and the filters are folded */
function filters(request: AppRequest, wrong: ReadonlyMap<string, string> | undefined): Child {
  const { search, language } = request
  const t = headcountTexts[language]
  const month = (name: 'from' | 'to') =>
    field({
      id: idOf(name),
      label: t[name],
      error: wrong?.get(name),
      control: (aria) => input(aria, { name, value: search.get(name) ?? '', short: true }),
      help: '2026-11',
    })
  return html`
    <details class="fold" open=${wrong !== undefined}>
      <summary class="button quiet small">${t.filter}</summary>
      <form class="card" method="get" action=${pathTo(request, 'headcount')}>
        <div class="form-grid">
          ${month('from')}${month('to')}
          ${field({
            id: 'by',
            label: t.by,
            control: (aria) =>
              select(
                aria,
                'by',
                [
                  { value: '', label: t.all },
                  ...groupings.map((value) => ({ value, label: fieldName(value, language) })),
                ],
                search.get('by') ?? '',
              ),
          })}
        </div>
        ${search.get('by') === 'unit' && checkbox('include_subunits', 'true', t.subunits, search.get('include_subunits') === 'true')}
        <div class="buttons">${submit({ text: t.show, kind: 'main' })}</div>
      </form>
    </details>
  `
}

/** So many numbers of groups are on a page: a company may have 2,000 units, and a report 60 months. */
const mostNumbers = 20_000

function reportOf(request: AppRequest, { months, groups, turnover_rate }: Report, by: string): Child {
  const { language } = request
  const t = headcountTexts[language]
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const short = monthWriter(language)
  const last = months.at(-1)
  const hidden = Math.max(0, months.length - Math.floor(mostNumbers / Math.max(1, groups.length)))
  const sum = (name: 'joined' | 'left') => number.format(months.reduce((total, one) => total + one[name], 0))
  return [
    figures([
      { name: t.now, value: number.format(last?.headcount ?? 0) },
      { name: t.fte, value: number.format(last?.fte ?? 0) },
      { name: t.joined, value: sum('joined') },
      { name: t.left, value: sum('left') },
      { name: t.turnover, value: turnover_rate === null ? '–' : percent.format(turnover_rate) },
    ]),
    graph(
      t.graph,
      months.map(({ month, headcount }) => ({ name: short(month), value: headcount })),
      (value) => number.format(value),
    ),
    groups.length > 0 &&
      section(
        'groups',
        t.groups(fieldName(by, language)),
        table({
          caption: t.groups(fieldName(by, language)),
          rows: groups,
          none: undefined,
          columns: [
            {
              name: fieldName(by, language),
              value: ({ name }) => (name === null ? t.none : isType(by) ? valueName(name, language) : name),
            },
            ...months.slice(hidden).map(({ month }, index) => ({
              name: short(month),
              end: true,
              value: (row: Report['groups'][number]) =>
                number.format(row.months[hidden + index]?.headcount ?? 0),
            })),
          ],
          foot: hidden > 0 && html`<p class="note">${t.lastMonths(months.length - hidden)}</p>`,
        }),
      ),
    section(
      'months',
      t.months,
      table({
        caption: t.graph,
        rows: months.toReversed(),
        none: undefined,
        columns: [
          { name: t.month, value: ({ month }) => short(month) },
          { name: t.now, end: true, value: ({ headcount }) => number.format(headcount) },
          { name: t.fte, end: true, value: ({ fte }) => number.format(fte) },
          { name: t.joined, end: true, value: ({ joined }) => number.format(joined) },
          { name: t.left, end: true, value: ({ left }) => number.format(left) },
        ],
      }),
    ),
  ]
}

/** Writes months: `2026-11` is `Nov 26`. */
function monthWriter(language: AppRequest['language']): (month: string) => string {
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  })
  return (month) => format.format(new Date(`${month}-15T00:00:00Z`))
}
