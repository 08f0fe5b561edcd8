import type { Result } from '../../../actions/action.ts'
import type { ActionId } from '../../../generated/actions.ts'
import { numberFormat } from '../../../texts/formats.ts'
import { badge } from '../../parts/badge/part.ts'
import { buttonForm } from '../../parts/button/part.ts'
import { day, moment } from '../../parts/day/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { more, type Way } from '../../parts/more/part.ts'
import { table, type Column } from '../../parts/table/part.ts'
import { allows, formPath, pathTo, type AppRequest } from '../../request.ts'
import { show } from '../../show/value.ts'
import { valueName } from '../../texts/labels.ts'
import { asking } from '../actions/ask.ts'
import { documentTexts } from './texts.ts'

export type Document = Result<'documents_list'>['documents'][number]

/** Bytes in words: `350 bytes`, `48 kB`, `1.2 MB`. */
export function sizeIn(language: AppRequest['language'], bytes: number): string {
  const [unit, value] =
    bytes < 1e3
      ? (['byte', bytes] as const)
      : bytes < 1e6
        ? (['kilobyte', bytes / 1e3] as const)
        : (['megabyte', bytes / 1e6] as const)
  return numberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumSignificantDigits: value < 100 ? 2 : 3,
  }).format(value)
}

/** A category as a reader calls it: the starter ones have names in each language, the company's own are as it wrote them. */
export const categoryName = (category: string, language: AppRequest['language']): string =>
  Object.hasOwn(documentTexts[language].starters, category)
    ? documentTexts[language].starters[category as keyof (typeof documentTexts)['en']['starters']]
    : category

/**
 * Documents as a table.
 *
 * @param back the address of the page, to which forms come back
 * @param withPeople whether it says whom each is about
 */
export function documentTable(
  request: AppRequest,
  rows: readonly Document[],
  { back, none, withPeople }: { back: string; none: Child; withPeople: boolean },
): Child {
  const { language, organization } = request
  const t = documentTexts[language]
  const people: Column<Document> = {
    name: t.about,
    value: ({ subject: { person } }) =>
      person ? show(request, 'person', { ...person, title: null, photo_url: null }) : t.company,
  }
  return table<Document>({
    caption: t.title,
    rows,
    none,
    stack: true,
    columns: [
      {
        name: t.name,
        value: ({ title, field, category }) => [
          title,
          html`<br /><span class="note">${field?.label ?? categoryName(category, language)}</span>`,
        ],
      },
      ...(withPeople ? [people] : []),
      { name: t.sees, value: ({ visibility }) => badge(valueName(visibility, language)) },
      { name: t.expires, value: ({ expires_on }) => (expires_on === null ? '–' : day(expires_on, language)) },
      {
        name: t.added,
        value: ({ created_at, uploaded_by }) => [
          moment(created_at, language, organization.timeZone),
          uploaded_by === 'self' && [' ', badge(t.byPerson)],
        ],
      },
      { name: t.size, value: ({ file }) => sizeIn(language, file.size), end: true },
      { name: t.actions, value: (document) => waysOf(request, document, back) },
    ],
  })
}

const actionsOf = (request: AppRequest): Record<'download' | 'change' | 'delete', ActionId> =>
  request.side === 'manage'
    ? { download: 'documents_download', change: 'documents_update', delete: 'documents_delete' }
    : { download: 'documents_me_download', change: 'documents_update', delete: 'documents_me_delete' }

function waysOf(
  request: AppRequest,
  { id, title, uploaded_by, access, subject }: Document,
  back: string,
): Child {
  const t = documentTexts[request.language]
  const { download, change, delete: remove } = actionsOf(request)
  const isOwn =
    request.side === 'manage' || (uploaded_by === 'self' && subject.person?.id === request.caller.personId)
  const ways: Way[] = [
    ...(allows(request, change)
      ? [{ text: t.change, href: formPath(request, change, { document_id: id, back }) }]
      : []),
    ...(isOwn && allows(request, remove)
      ? [
          {
            text: t.delete,
            href: formPath(request, remove),
            danger: true,
            sent: { document_id: id, ...asking(back) },
          },
        ]
      : []),
  ]
  return html`<div class="row">
    ${
      access === 'full' &&
      allows(request, download) &&
      buttonForm(
        pathTo(request, `documents/${id}/save`),
        { text: t.download, label: `${t.download}: ${title}`, small: true },
        { back },
      )
    }${more(t.actions, title, ways)}
  </div>`
}
