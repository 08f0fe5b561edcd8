import { forms } from '../../../generated/forms.ts'
import type { Result } from '../../../actions/action.ts'
import { readValues, Sent } from '../../forms/read.ts'
import { linkButton } from '../../parts/button/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { field, input, select, type Choice } from '../../parts/field/part.ts'
import { filters } from '../../parts/filters/part.ts'
import { html, type Child } from '../../parts/html.ts'
import type { Page } from '../../page.ts'
import { addressOf, addressWith, allows, call, pathTo, perform, type AppRequest } from '../../request.ts'
import { tabs } from '../../parts/tabs/part.ts'
import { categoryName, documentTable } from './table.ts'
import { documentTexts } from './texts.ts'

/** So many documents are on a page. */
const onPage = 200

/** The documents of people and of the company. */
export const documentsPage: Page = async (request) => {
  const { language, search } = request
  const t = documentTexts[language]
  const values = readValues(forms.documents_list.fields, new Sent(search))
  const personId = search.get('person_id') || undefined
  const [{ data }, person] = await Promise.all([
    perform(request, 'documents_list', { ...values, limit: onPage }),
    personId === undefined ? undefined : call(request, 'org_people_get', { person_id: personId }),
  ])
  const { documents, total, categories, next_before: next } = data as Result<'documents_list'>
  const isFiltered = ['q', 'category', 'scope', 'person_id'].some((name) => values[name] !== undefined)
  const add =
    allows(request, 'documents_upload_start') &&
    linkButton(pathTo(request, 'documents/add'), { text: t.add, kind: 'main' })
  return {
    title: person ? t.ofPerson(person.name) : t.title,
    lead: t.lead,
    ...(person && { trail: [{ text: person.name, href: pathTo(request, `people/${person.id}`) }] }),
    actions: add,
    body: [
      filterForm(request, categories, isFiltered),
      documentTable(request, documents, {
        back: addressOf(request),
        none: empty(isFiltered ? t.noneFound : t.none),
        withPeople: true,
      }),
      total > documents.length && html`<p class="note">${t.inAll(total)}</p>`,
      next !== null &&
        html`<div class="row">${linkButton(addressWith(request, { before: next }), { text: t.older })}</div>`,
    ],
  }
}

function filterForm(request: AppRequest, categories: readonly string[], isFiltered: boolean): Child {
  const { search, language } = request
  const t = documentTexts[language]
  const choice = (name: string, label: string, choices: readonly Choice[]): Child =>
    field({
      id: name,
      label,
      control: (aria) => select(aria, name, choices, search.get(name) ?? ''),
    })
  return filters({
    action: pathTo(request, 'documents'),
    submit: t.show,
    clear: isFiltered ? { text: t.clear, href: pathTo(request, 'documents') } : undefined,
    row: [
      search.get('person_id') &&
        html`<input type="hidden" name="person_id" value=${search.get('person_id')} />`,
      field({
        id: 'q',
        label: t.words,
        control: (aria) => input(aria, { name: 'q', value: search.get('q') ?? '', type: 'search' }),
      }),
      choice('category', t.category, [
        { value: '', label: t.anyCategory },
        ...categories.map((name) => ({ value: name, label: categoryName(name, language) })),
      ]),
      choice('scope', t.about, [
        { value: '', label: t.all },
        { value: 'person', label: t.people },
        { value: 'company', label: t.company },
      ]),
    ],
  })
}

/** The documents that the reader has, and those that the company shares with them. */
export const ownDocumentsPage: Page = async (request) => {
  const { language, search } = request
  const t = documentTexts[language]
  const isShared = search.get('scope') === 'company'
  const {
    documents,
    total,
    self_upload: left,
  } = await call(request, 'documents_me_list', {
    scope: isShared ? 'company' : 'mine',
  })
  const mayAdd = left?.enabled === true && left.files_left > 0
  return {
    title: t.ownTitle,
    lead: t.ownLead,
    actions: mayAdd && linkButton(pathTo(request, 'documents/add'), { text: t.add, kind: 'main' }),
    body: [
      tabs(t.which, [
        { text: t.mine, href: pathTo(request, 'documents'), current: !isShared },
        { text: t.ofCompany, href: pathTo(request, 'documents', { scope: 'company' }), current: isShared },
      ]),
      documentTable(request, documents, {
        back: pathTo(request, 'documents', { scope: isShared ? 'company' : undefined }),
        none: empty(isShared ? t.noneShared : t.noneOwn),
        withPeople: false,
      }),
      total > documents.length && html`<p class="note">${t.newest(documents.length, total)}</p>`,
      !isShared &&
        left?.enabled === true &&
        html`<p class="note">${t.left(left.files_left, Math.floor(left.bytes_left / (1024 * 1024)))}</p>`,
    ],
  }
}
