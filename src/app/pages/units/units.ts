import type { Result } from '../../../actions/action.ts'
import type { ActionId } from '../../../generated/actions.ts'
import { badge } from '../../parts/badge/part.ts'
import { linkButton } from '../../parts/button/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { more, type Way } from '../../parts/more/part.ts'
import { tree, type Branch } from '../../parts/tree/part.ts'
import type { Page } from '../../page.ts'
import { pageOf } from '../../paging.ts'
import { addressOf, allows, call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { show } from '../../show/value.ts'
import { formTexts } from '../../texts/forms.ts'
import { valueName } from '../../texts/labels.ts'
import { unitTexts } from './texts.ts'

type Unit = Result<'org_units_list'>[number]

/** A larger company is shown one level at a time. */
const mostInTree = 500

/** The units as a tree, with what can be done with each. */
export const unitsPage: Page = async (request) => {
  const { search, language } = request
  const t = unitTexts[language]
  const withArchived = search.get('archived') === 'yes'
  const units = await call(request, 'org_units_list', { include_archived: withArchived })
  return {
    title: t.title,
    lead: t.lead,
    actions:
      allows(request, 'org_units_create') &&
      linkButton(formPath(request, 'org_units_create', { back: pathTo(request, 'units') }), {
        text: t.create,
        kind: 'main',
      }),
    body: [
      units.length <= mostInTree ? tree(t.title, branches(request, units)) : oneLevel(request, units),
      html`<div class="row">
        ${linkButton(pathTo(request, 'units', withArchived ? {} : { archived: 'yes' }), {
          text: withArchived ? t.hideArchived : t.showArchived,
          small: true,
        })}
      </div>`,
    ],
  }
}

/** A unit, and a page of those directly below it, with the ways up, down and on. */
function oneLevel(request: AppRequest, units: readonly Unit[]): Child {
  const { search, language } = request
  const t = unitTexts[language]
  const below = Map.groupBy(units, ({ parent_id }) => parent_id)
  const root = units.find(({ parent_id }) => parent_id === null)
  const unit = units.find(({ id }) => id === search.get('below')) ?? root
  if (!unit) return undefined
  const parent = units.find(({ id }) => id === unit.parent_id)
  const all = below.get(unit.id) ?? []
  const { rows, next } = pageOf(all, search)
  const archived = search.get('archived') ?? undefined
  const at = (id: string, from?: string) => pathTo(request, 'units', { below: id, archived, from })
  return [
    parent && html`<p><a href=${at(parent.id)}>${t.up(parent.name)}</a></p>`,
    tree(t.title, [
      {
        ...row(request, unit),
        below: rows.map((one) => {
          const shown = row(request, one)
          const count = below.get(one.id)?.length ?? 0
          const down = count > 0 && html`<a href=${at(one.id)}>${t.unitsBelow(count)}</a>`
          return { ...shown, end: [down, shown.end], below: [] }
        }),
      },
    ]),
    next !== undefined &&
      html`<div class="row">
        ${linkButton(at(unit.id, next), { text: formTexts[language].nextPage, small: true })}
      </div>`,
  ]
}

/** Units have at most 20 levels. */
const maxLevels = 20

/** Units below each other. One whose parent is not shown stands at the top. */
function branches(request: AppRequest, units: readonly Unit[]): Branch[] {
  const below = Map.groupBy(units, ({ parent_id }) => parent_id)
  const known = new Set(units.map(({ id }) => id))
  const branch = (unit: Unit, level: number): Branch => ({
    ...row(request, unit),
    below: level < maxLevels ? (below.get(unit.id) ?? []).map((one) => branch(one, level + 1)) : [],
  })
  return units
    .filter(({ parent_id }) => parent_id === null || !known.has(parent_id))
    .map((unit) => branch(unit, 1))
}

function row(request: AppRequest, unit: Unit): Omit<Branch, 'below'> {
  const { language } = request
  const t = unitTexts[language]
  const { id, name, kind, archived, head, member_count } = unit
  const people = t.people(member_count)
  return {
    name,
    mark: archived ? badge(t.archived) : valueName(kind, language),
    note: head ? [t.leads, ' ', show(request, 'person', head)] : t.noLead,
    end: [
      member_count > 0 && allows(request, 'org_people_list')
        ? html`<a href=${pathTo(request, 'people', { unit_id: id, status: 'active' })}>${people}</a>`
        : html`<span>${people}</span>`,
      more(t.actions, name, waysOf(request, unit)),
    ] satisfies Child,
  }
}

/** Actions that the role of the reader may call on a unit in use. The root is not archived. */
function waysOf(request: AppRequest, { id, parent_id, archived }: Unit): Way[] {
  if (archived) return []
  const t = unitTexts[request.language]
  const back = addressOf(request)
  const ways: [ActionId, string, Record<string, string>][] = [
    ['org_units_update', t.change, { unit_id: id }],
    ['org_units_set_head', t.head, { unit_id: id }],
    ['org_units_create', t.below, { parent_id: id }],
    ...(parent_id === null
      ? []
      : [['org_units_archive', t.archive, { unit_id: id }] as [ActionId, string, Record<string, string>]]),
  ]
  return ways
    .filter(([action]) => allows(request, action))
    .map(([action, text, query]) => ({
      text,
      href: formPath(request, action, { ...query, back }),
      danger: action === 'org_units_archive',
    }))
}
