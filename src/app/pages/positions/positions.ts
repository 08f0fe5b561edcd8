import type { Result } from '../../../actions/action.ts'
import { today } from '../../../domain/day.ts'
import { badge } from '../../parts/badge/part.ts'
import { linkButton } from '../../parts/button/part.ts'
import { day } from '../../parts/day/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { table } from '../../parts/table/part.ts'
import { tabs } from '../../parts/tabs/part.ts'
import type { Page } from '../../page.ts'
import { pageOf } from '../../paging.ts'
import { allows, call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { show } from '../../show/value.ts'
import { formTexts } from '../../texts/forms.ts'
import { positionTexts } from './texts.ts'

export type Position = Result<'org_positions_list'>[number]

/** So many closed positions are on a page. */
const onPage = 50

/** Positions that the reader sees: those that are not closed, or closed ones in pages. */
export const positionsPage: Page = async (request) => {
  const { language, search, side } = request
  const t = positionTexts[language]
  // Others see what is to report to them, and nothing that is closed.
  const seesAll = side === 'manage' && allows(request, 'org_positions_create')
  const isClosed = seesAll && search.get('state') === 'closed'
  const after = search.get('after') ?? undefined
  const own = ownOf(request)
  const all = await call(
    request,
    'org_positions_list',
    isClosed
      ? { status: 'closed', limit: onPage, ...(after && { after }) }
      : { status: 'active', limit: 1, ...own },
  )
  const { rows, next } = isClosed ? { rows: all, next: undefined } : pageOf(all, search)
  const create =
    allows(request, 'org_positions_create') &&
    linkButton(formPath(request, 'org_positions_create', { back: pathTo(request, 'positions') }), {
      text: t.create,
      kind: 'main',
    })
  const none = isClosed ? t.noneClosed : t.none
  return {
    title: t.title,
    lead: seesAll ? t.lead : own.reports_to_person_id === undefined ? t.ownLead : t.directLead,
    actions: rows.length > 0 && create,
    body: [
      seesAll &&
        tabs(t.kinds, [
          { text: t.active, href: pathTo(request, 'positions'), current: !isClosed },
          { text: t.closed, href: pathTo(request, 'positions', { state: 'closed' }), current: isClosed },
        ]),
      positionTable(request, rows, isClosed, empty(seesAll ? none : t.noneOwn, !isClosed && create)),
      next !== undefined &&
        html`<div class="row">
          ${linkButton(pathTo(request, 'positions', { from: next }), { text: formTexts[language].nextPage })}
        </div>`,
      isClosed &&
        rows.length === onPage &&
        html`<div class="row">
          ${linkButton(pathTo(request, 'positions', { state: 'closed', after: rows.at(-1)!.id }), { text: t.next })}
        </div>`,
    ],
  }
}

/** The positions that are to report to the reader, or to somebody below; undefined: there are none. */
export async function positionsBelow(request: AppRequest): Promise<Child> {
  const rows = await call(request, 'org_positions_list', { status: 'active', limit: 1, ...ownOf(request) })
  return rows.length > 0 && positionTable(request, rows, false, undefined)
}

/** HR sees all positions; in the own workspace those that are to report to the reader. */
const ownOf = (request: AppRequest): { reports_to_person_id?: string } =>
  request.side === 'me' &&
  request.caller.personId !== null &&
  allows(request, 'org_positions_create', 'manage')
    ? { reports_to_person_id: request.caller.personId }
    : {}

function positionTable(
  request: AppRequest,
  rows: readonly Position[],
  isClosed: boolean,
  none: Child,
): Child {
  const { language, organization, runtime } = request
  const now = today(runtime.clock(), organization.timeZone)
  const t = positionTexts[language]
  return table<Position>({
    stack: true,
    caption: t.title,
    rows,
    none,
    columns: [
      {
        name: t.name,
        value: ({ id, title }) => html`<a href=${pathTo(request, `positions/${id}`)}>${title}</a>`,
      },
      { name: t.status, value: ({ status }) => stateOf(request, status) },
      {
        name: t.where,
        value: placeOf,
      },
      { name: t.boss, value: (row) => bossOf(request, row) },
      {
        name: t.start,
        value: ({ target_start_date: date }) =>
          date === null
            ? '–'
            : [day(date, language), !isClosed && date < now && [' ', badge(t.late, 'warn')]],
      },
      ...(isClosed
        ? [{ name: t.filledBy, value: ({ filled_by }: Position) => show(request, 'filled_by', filled_by) }]
        : []),
    ],
  })
}

export const stateOf = (request: AppRequest, status: string): Child => {
  const names: Readonly<Record<string, string>> = positionTexts[request.language].statuses
  return badge(names[status] ?? status, status === 'open' ? 'good' : undefined)
}

/** The unit and the location, as far as they are known. */
export const placeOf = ({ unit, location }: Pick<Position, 'unit' | 'location'>): string =>
  [unit?.name, location?.name].filter((name) => name !== undefined).join(', ') || '–'

/** The person or the position above. */
export const bossOf = (
  request: AppRequest,
  { reports_to_person, reports_to_position }: Pick<Position, 'reports_to_person' | 'reports_to_position'>,
): Child =>
  reports_to_position === null
    ? show(request, 'reports_to_person', reports_to_person)
    : html`<a href=${pathTo(request, `positions/${reports_to_position.id}`)}>${reports_to_position.title}</a>`
