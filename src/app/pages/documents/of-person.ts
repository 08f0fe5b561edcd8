import type { Result } from '../../../actions/action.ts'
import { linkButton } from '../../parts/button/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { section } from '../../parts/list/part.ts'
import { allows, call, pathTo, type AppRequest } from '../../request.ts'
import { documentTable, type Document } from './table.ts'
import { documentTexts } from './texts.ts'

type Field = Result<'org_fields_list'>[number]

/** A page of a person shows so many documents, and leads to the list that has all. */
const onPage = 50

/** The newest documents of a person, and how many there are. */
export interface SomeDocuments {
  documents: readonly Document[]
  total: number
}

/** The documents of a person that the reader sees, the newest ones first. */
export async function loadDocuments(request: AppRequest, personId: string): Promise<SomeDocuments> {
  const { documents, total } =
    request.side === 'manage'
      ? await call(request, 'documents_list', {
          person_id: personId,
          scope: 'all',
          sort: 'newest',
          limit: onPage,
        })
      : await call(request, 'documents_me_list', { person_id: personId, scope: 'mine' })
  return { documents: documents.slice(0, onPage), total }
}

/**
 * The documents of a person on their page, with the ways to add some.
 *
 * @param fields custom fields; of those that are files, the reader may add one
 * @param back the address of the page
 */
export function documentsOf(
  request: AppRequest,
  { documents, total }: SomeDocuments,
  { personId, fields, back }: { personId: string; fields: readonly Field[]; back: string },
): Child {
  const t = documentTexts[request.language]
  const filled = new Set(documents.flatMap(({ field }) => (field ? [field.key] : [])))
  const ways = waysToAdd(request, personId, fields, filled, back)
  if (documents.length === 0 && ways.length === 0) return undefined
  return section(
    'documents',
    t.title,
    documentTable(request, documents, {
      back,
      none: html`<p class="note">${t.none}</p>`,
      withPeople: false,
    }),
    total > documents.length && othersOf(request, personId, documents.length, total),
    ways.length > 0 && html`<div class="row">${ways}</div>`,
  )
}

/** The way to the documents that the page of a person leaves out; to those of others than oneself HR alone has one. */
function othersOf(request: AppRequest, personId: string, shown: number, total: number): Child {
  const t = documentTexts[request.language]
  const { side, caller } = request
  const isManaged = side === 'manage' && allows(request, 'documents_list')
  if (!isManaged && caller.personId !== personId) return html`<p class="note">${t.newest(shown, total)}</p>`
  const href = pathTo(request, 'documents', isManaged ? { person_id: personId } : {})
  return html`<div class="row">${linkButton(href, { text: t.allOfPerson(total), small: true })}</div>`
}

/** @param filled the keys of fields that have a file, in whose place a new one comes */
function waysToAdd(
  request: AppRequest,
  personId: string,
  fields: readonly Field[],
  filled: ReadonlySet<string>,
  back: string,
): Child[] {
  const { side, caller, language } = request
  const t = documentTexts[language]
  const manages = side === 'manage' && allows(request, 'documents_upload_start')
  const isOwn = side === 'me' && caller.personId === personId
  if (!manages && !isOwn) return []
  const query = { person_id: manages ? personId : undefined, back }
  const files = fields.filter(({ file }) => file !== null && (manages || file.self_upload))
  const link = (text: string, field?: string) =>
    linkButton(pathTo(request, 'documents/add', { ...query, field_key: field }), { text, small: true })
  return [
    link(t.add),
    ...files.map(({ key, label }) => link(filled.has(key) ? t.replace(label) : t.fill(label), key)),
  ]
}
