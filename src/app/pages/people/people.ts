import { today, type Day } from '../../../domain/day.ts'
import { peopleFilter } from '../../../domain/directory.ts'
import { ApiError } from '../../../errors.ts'
import type { Result } from '../../../actions/action.ts'
import type { Values } from '../../forms/values.ts'
import { problemsOf } from '../../forms/problems.ts'
import type { Page } from '../../page.ts'
import { badge } from '../../parts/badge/part.ts'
import { buttonForm, linkButton } from '../../parts/button/part.ts'
import { day } from '../../parts/day/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { list } from '../../parts/list/part.ts'
import { live } from '../../parts/live/part.ts'
import { problems } from '../../parts/notice/part.ts'
import { portrait } from '../../parts/portrait/part.ts'
import { table } from '../../parts/table/part.ts'
import { allows, formPath, pathTo, perform, type AppRequest } from '../../request.ts'
import { readControls } from '../actions/sent.ts'
import { filterForm, filtersIn } from './filters.ts'
import { peopleTexts } from './texts.ts'

type Found = Result<'org_people_list'>
type Listed = Found['people'][number]

const onPage = 100

/** The people of a day, by filters. */
export const peoplePage: Page = async (request) => {
  const { search, language } = request
  const t = peopleTexts[language]
  const values = filtersIn(search)
  const { found, error } = await find(request, values)
  const told = error && problemsOf(error, language)
  const form = await filterForm(request, values, told?.at ?? new Map())
  return {
    title: t.title,
    ...(error && { status: error.status === 400 ? 422 : error.status }),
    lead: found && [t.count(found.total), ' · ', day(found.as_of, language)],
    actions:
      allows(request, 'org_people_hire') &&
      linkButton(formPath(request, 'org_people_hire', { back: pathTo(request, 'people') }), {
        text: t.hire,
        kind: 'main',
      }),
    body: live(found ? t.count(found.total) : t.refused, [
      told && problems(t.refused, told.all),
      form,
      found && (found.people.length > 0 ? rowsOf(request, found, values) : nobody(request, found, values)),
      found && found.total > 0 && exportRow(request, found, values),
    ]),
  }
}

/** A filter that is wrong, or not for this reader, is said above the form. */
async function find(request: AppRequest, values: Values): Promise<{ found?: Found; error?: ApiError }> {
  try {
    const { data } = await perform(request, 'org_people_list', { ...values, limit: onPage })
    return { found: data as Found }
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 403, 404].includes(error.status)) throw error
    request.ctx.state['failure'] = error
    return { error }
  }
}

function rowsOf(request: AppRequest, { people, next }: Found, values: Values): Child {
  const { language } = request
  const t = peopleTexts[language]
  const foot = [
    values['after'] !== undefined && linkButton(pageAt(request, undefined), { text: t.first, small: true }),
    next !== null && linkButton(pageAt(request, next), { text: t.next, small: true }),
  ]
  return table<Listed>({
    caption: t.title,
    rows: people,
    none: undefined,
    columns: [
      { name: t.person, value: (person) => whoOf(request, person, values) },
      { name: t.unit, value: ({ unit }) => unit?.name ?? nothing },
      {
        name: t.manager,
        value: ({ manager }) =>
          manager ? html`<a href=${pathTo(request, `people/${manager.id}`)}>${manager.name}</a>` : nothing,
      },
      { name: t.location, value: ({ location }) => location?.name ?? nothing },
      { name: t.start, value: ({ start_date: start }) => day(start, language) },
    ],
    ...(foot.some(Boolean) && { foot }),
  })
}

const nothing = '–'

function whoOf(request: AppRequest, person: Listed, values: Values): Child {
  const { id, name, title, status, photo_url } = person
  const asOf = values['as_of'] as string | undefined
  return html`
    <div class="with-portrait">
      ${portrait(photo_url, name)}
      <div class="list-text">
        <span class="row"
          ><a class="list-name" href=${pathTo(request, `people/${id}`, { as_of: asOf })}>${name}</a>
          ${statusBadge(request, status)}</span
        >
        <span class="note">${title ?? nothing}</span>
      </div>
    </div>
  `
}

/** A badge for those who start later or have left; none for those who work here. */
export function statusBadge({ language }: Pick<AppRequest, 'language'>, status: string): Child {
  const t = peopleTexts[language]
  if (status === 'pre_hire') return badge(t.startsLater, 'accent')
  return status === 'terminated' && badge(t.left)
}

/** The address of this list from another person on. */
function pageAt(request: AppRequest, after: string | undefined): string {
  const query = new URLSearchParams(request.search)
  query.delete('done')
  query.delete('after')
  if (after !== undefined) query.set('after', after)
  return pathTo(request, 'people', Object.fromEntries(query))
}

function nobody(request: AppRequest, { did_you_mean: similar }: Found, values: Values): Child {
  const t = peopleTexts[request.language]
  if (similar.length > 0)
    return html`
      <section class="section" aria-labelledby="similar">
        <h2 id="similar">${t.didYouMean}</h2>
        ${list(similar.map(({ id, name, title }) => ({ name, note: title, href: pathTo(request, `people/${id}`) })))}
      </section>
    `
  if (Object.keys(values).length > 0)
    return empty(t.none, linkButton(pathTo(request, 'people'), { text: t.clear }))
  return empty(
    t.nobodyYet,
    allows(request, 'org_people_import_csv') &&
      linkButton(formPath(request, 'org_people_import_csv', { back: pathTo(request, 'people') }), {
        text: t.import,
      }),
  )
}

/** The way to a file of the day and the status of the list. Where none is chosen, the list may have another one than a file has. */
function exportRow(request: AppRequest, { as_of: shown }: Found, values: Values): Child {
  const { language, runtime, organization } = request
  const t = peopleTexts[language]
  if (!allows(request, 'org_people_export_csv')) return undefined
  const now = today(runtime.clock(), organization.timeZone)
  const { status } = peopleFilter(values as Parameters<typeof peopleFilter>[0], shown as Day, now)
  const given = Object.entries({ as_of: values['as_of'], status }).filter(
    (one): one is [string, string] => typeof one[1] === 'string',
  )
  return html`<div class="row">
    ${buttonForm(pathTo(request, 'people'), { text: t.csv }, Object.fromEntries(given))}
    <span class="note">${t.csvHelp}</span>
  </div>`
}

/** The people of a day as a file: the action knows no other filter than the status. */
export const exportPeople: Page = async (request) => {
  const sent = await readControls(request, [])
  const [asOf, status] = [sent.get('as_of'), sent.get('status')]
  const { data } = await perform(request, 'org_people_export_csv', {
    ...(asOf !== null && { as_of: asOf }),
    ...(status !== null && { status }),
    // Excel reads commas as they are in English, and semicolons in German.
    delimiter: request.language === 'de' ? ';' : ',',
  })
  const { filename, csv } = data as Result<'org_people_export_csv'>
  return { filename, type: 'text/csv', text: csv }
}
