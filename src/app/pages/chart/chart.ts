import type { Result } from '../../../actions/action.ts'
import { ApiError } from '../../../errors.ts'
import { problemsOf } from '../../forms/problems.ts'
import type { Page } from '../../page.ts'
import { carried, linkButton } from '../../parts/button/part.ts'
import { day } from '../../parts/day/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { field, input } from '../../parts/field/part.ts'
import { filters } from '../../parts/filters/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { notice, problems } from '../../parts/notice/part.ts'
import { orgChart, type Branch } from '../../parts/chart/part.ts'
import { pathTo, perform, type AppRequest } from '../../request.ts'
import { chartTexts } from './texts.ts'

type Chart = Result<'org_people_chart'>
type Node = Chart['nodes'][number]

/** Two levels below the top; and so many people at most, the upper levels first. */
const shown = { depth: 2, people: 500 }

/** The reporting lines of a day: the top of the company, or one person and those below. */
export const chartPage: Page = async (request) => {
  const { search, language } = request
  const t = chartTexts[language]
  const root = search.get('root') || undefined
  const asOf = search.get('as_of') || undefined
  const { chart, error } = await find(request, root, asOf)
  const told = error && problemsOf(error, language)
  const [top] = chart?.nodes ?? []
  const up = root !== undefined && top?.manager_id
  return {
    title: t.title,
    ...(error && { status: error.status === 400 ? 422 : error.status }),
    lead: chart && day(chart.as_of, language),
    actions: [
      up && linkButton(pathTo(request, 'chart', { root: up, as_of: asOf }), { text: t.up }),
      root !== undefined && linkButton(pathTo(request, 'chart', { as_of: asOf }), { text: t.whole }),
    ],
    body: [
      told && problems(t.refused, told.all),
      filters({
        action: pathTo(request, 'chart'),
        submit: t.show,
        clear: asOf === undefined ? undefined : { text: t.clear, href: pathTo(request, 'chart', { root }) },
        row: [
          field({
            id: 'f-as_of',
            label: t.asOf,
            error: told?.at.get('as_of'),
            control: (aria) => input(aria, { name: 'as_of', value: asOf ?? '', type: 'date' }),
          }),
          carried('root', root),
        ],
      }),
      chart && (chart.nodes.length > 0 ? treeOf(request, chart.nodes, asOf) : empty(t.nobody)),
    ],
  }
}

/** A day or a person that is wrong, or not for this reader, is said above the chart. */
async function find(
  request: AppRequest,
  root: string | undefined,
  asOf: string | undefined,
): Promise<{ chart?: Chart; error?: ApiError }> {
  const input = {
    depth: shown.depth,
    ...(root !== undefined && { root_person_id: root }),
    ...(asOf !== undefined && { as_of: asOf }),
  }
  try {
    const { data } = await perform(request, 'org_people_chart', input)
    return { chart: data as Chart }
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 403].includes(error.status)) throw error
    request.ctx.state['failure'] = error
    return { error }
  }
}

function treeOf(request: AppRequest, all: readonly Node[], asOf: string | undefined): Child {
  const t = chartTexts[request.language]
  const nodes = all.slice(0, shown.people)
  const ids = new Set(nodes.map(({ person }) => person.id))
  const below = Map.groupBy(nodes, ({ manager_id: manager }) => manager)
  const branch = (node: Node): Branch => {
    const { person, unit, direct_reports: direct, total_reports: total } = node
    const branches = (below.get(person.id) ?? []).map(branch)
    const count = t.reports(direct, total)
    return {
      name: person.name,
      href: pathTo(request, `people/${person.id}`, { as_of: asOf }),
      note: [person.title, person.title && unit && ' · ', unit?.name],
      end:
        direct > 0 &&
        (branches.length < direct
          ? linkButton(pathTo(request, 'chart', { root: person.id, as_of: asOf }), {
              text: count,
              label: `${t.open}: ${person.name}, ${count}`,
              small: true,
            })
          : count),
      branches,
    }
  }
  // Those whose manager is not in the answer are its top: a level lies below it, and at most two.
  const tops = nodes.filter(({ manager_id: manager }) => manager === null || !ids.has(manager))
  const rest = all.length - nodes.length
  return [
    orgChart(tops.map(branch)),
    rest > 0 &&
      notice(html`${t.more(rest)} <a href=${pathTo(request, 'people', { as_of: asOf })}>${t.list}</a>`),
  ]
}
