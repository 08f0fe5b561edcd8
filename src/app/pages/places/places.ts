import type { ActionId } from '../../../generated/actions.ts'
import { choicesOfFormat } from '../../forms/formats.ts'
import { badge } from '../../parts/badge/part.ts'
import { linkButton } from '../../parts/button/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { more } from '../../parts/more/part.ts'
import { table, type Column } from '../../parts/table/part.ts'
import type { Page, Screen } from '../../page.ts'
import { pageOf } from '../../paging.ts'
import { addressOf, allows, call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { show } from '../../show/value.ts'
import { formTexts } from '../../texts/forms.ts'
import { valueName } from '../../texts/labels.ts'
import { placeTexts } from './texts.ts'

/** Properties that locations and legal entities have in common. */
interface Place {
  id: string
  name: string
  country: string
  archived: boolean
  member_count: number
}

/** The page of places of one kind, and the forms that change them. */
interface Kind<Row extends Place> {
  path: string
  title: string
  lead: string
  create: [ActionId, string]
  update: ActionId
  archive: ActionId
  /** The input that names one of them. */
  subject: 'location_id' | 'legal_entity_id'
  rows: readonly Row[]
  columns: readonly Column<Row>[]
}

const withArchived = ({ search }: AppRequest): boolean => search.get('archived') === 'yes'

/** Locations as a table. */
export const locationsPage: Page = async (request) => {
  const { language } = request
  const t = placeTexts[language]
  const rows = await call(request, 'org_locations_list', { include_archived: withArchived(request) })
  return places(request, {
    path: 'locations',
    title: t.locations,
    lead: t.locationsLead,
    create: ['org_locations_create', t.createLocation],
    update: 'org_locations_update',
    archive: 'org_locations_archive',
    subject: 'location_id',
    rows,
    columns: [
      { name: t.kind, value: ({ kind }) => valueName(kind, language) },
      { name: t.city, value: ({ city }) => show(request, 'city', city) },
      { name: t.zone, value: ({ time_zone }) => time_zone?.replaceAll('_', ' ') ?? t.ownZone },
    ],
  })
}

/** Legal entities as a table. */
export const legalEntitiesPage: Page = async (request) => {
  const t = placeTexts[request.language]
  const rows = await call(request, 'org_legal_entities_list', { include_archived: withArchived(request) })
  return places(request, {
    path: 'legal_entities',
    title: t.entities,
    lead: t.entitiesLead,
    create: ['org_legal_entities_create', t.createEntity],
    update: 'org_legal_entities_update',
    archive: 'org_legal_entities_archive',
    subject: 'legal_entity_id',
    rows,
    columns: [
      {
        name: t.registration,
        value: ({ registration_number }) => show(request, 'registration_number', registration_number),
      },
      { name: t.tax, value: ({ tax_id }) => show(request, 'tax_id', tax_id) },
      { name: t.address, value: ({ address }) => addressLine(request, address) },
    ],
  })
}

function addressLine(request: AppRequest, address: object | null): Child {
  const parts = Object.values(address ?? {}).filter((part) => typeof part === 'string' && part !== '')
  return show(request, 'address', parts.length > 0 ? parts.join(', ') : null)
}

function places<Row extends Place>(request: AppRequest, kind: Kind<Row>): Screen {
  const { language } = request
  const t = placeTexts[language]
  const { path, create } = kind
  const { rows, next } = pageOf(kind.rows, request.search)
  const [action, createText] = create
  const createButton =
    allows(request, action) &&
    linkButton(formPath(request, action, { back: pathTo(request, path) }), { text: createText, kind: 'main' })
  const countries = new Map(choicesOfFormat('country', language)?.map(({ value, label }) => [value, label]))
  const changes = allows(request, kind.update) || allows(request, kind.archive)
  return {
    title: kind.title,
    lead: kind.lead,
    actions: kind.rows.length > 0 && createButton,
    body: [
      table<Row>({
        stack: true,
        caption: kind.title,
        rows,
        none: empty(t.none, createButton),
        foot:
          next !== undefined &&
          linkButton(
            pathTo(request, path, {
              archived: withArchived(request) ? 'yes' : undefined,
              from: next,
            }),
            {
              text: formTexts[language].nextPage,
              small: true,
            },
          ),
        columns: [
          { name: t.name, value: ({ name, archived }) => [name, archived && [' ', badge(t.archived)]] },
          { name: t.country, value: ({ country }) => countries.get(country) ?? country },
          ...kind.columns,
          { name: t.people, end: true, value: (row) => peopleOf(request, kind, row) },
          ...(changes ? [{ name: t.actions, value: (row: Row) => waysOf(request, kind, row) }] : []),
        ],
      }),
      html`<div class="row">
        ${linkButton(pathTo(request, path, withArchived(request) ? {} : { archived: 'yes' }), {
          text: withArchived(request) ? t.hideArchived : t.showArchived,
          small: true,
        })}
      </div>`,
    ],
  }
}

/** The number of people there, and the way to as many of them. People are not filtered by their legal entity. */
const peopleOf = <Row extends Place>(request: AppRequest, { subject }: Kind<Row>, row: Row): Child =>
  row.member_count > 0 && subject === 'location_id' && allows(request, 'org_people_list')
    ? html`<a href=${pathTo(request, 'people', { [subject]: row.id, status: 'active' })}
        >${row.member_count}</a
      >`
    : row.member_count

function waysOf<Row extends Place>(request: AppRequest, kind: Kind<Row>, row: Row): Child {
  if (row.archived) return undefined
  const t = placeTexts[request.language]
  const query = { [kind.subject]: row.id, back: addressOf(request) }
  return more(
    t.actions,
    row.name,
    [
      { action: kind.update, text: t.change, danger: false },
      { action: kind.archive, text: t.archive, danger: true },
    ]
      .filter(({ action }) => allows(request, action))
      .map(({ action, text, danger }) => ({ text, danger, href: formPath(request, action, query) })),
  )
}
