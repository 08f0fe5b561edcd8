import { choiceNames } from '../../generated/forms.ts'
import { isObject } from '../forms/values.ts'
import { badge } from '../parts/badge/part.ts'
import { day, moment } from '../parts/day/part.ts'
import { html, type Child } from '../parts/html.ts'
import { facts } from '../parts/list/part.ts'
import { money, type Period } from '../parts/money/part.ts'
import { table, type Column } from '../parts/table/part.ts'
import { allows, pathTo, type AppRequest } from '../request.ts'
import { formTexts } from '../texts/forms.ts'
import { fieldName, valueName } from '../texts/labels.ts'
import { valueNames } from '../texts/values.ts'
import { numberFormat } from '../../texts/formats.ts'

/** An object of an answer. */
type Answer = Readonly<Record<string, unknown>>

/** Ids, and what belongs to programs alone: people read the names beside them. A tax number is for people. */
export const isForPrograms = (name: string): boolean =>
  /^(id|ids|record_id|params|hidden_fields|photo_url)$|(?<!^tax)_ids?$/.test(name)

/**
 * A value of an answer as people read it, whatever it is: days and amounts in their language, names in place of ids.
 *
 * @param name of the property that holds it
 */
export function show(request: AppRequest, name: string, value: unknown): Child {
  const { language } = request
  const t = formTexts[language]
  if (value === null || value === undefined || value === '') return html`<span class="note">–</span>`
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (typeof value === 'number') return numberFormat(language, { maximumFractionDigits: 6 }).format(value)
  if (typeof value === 'string') return showText(request, name, value)
  if (Array.isArray(value)) return showList(request, name, value)
  return showObject(request, value as Answer)
}

function showText(request: AppRequest, name: string, value: string): Child {
  const { language, organization } = request
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return day(value, language)
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return moment(value, language, organization.timeZone)
  if (choiceNames.has(name) && Object.hasOwn(valueNames, value)) return valueName(value, language)
  return value.includes('\n') ? html`<span class="lines">${value}</span>` : value
}

/** So many rows of a list in an answer can be read: an export has thousands in one, and is kept as a file. */
const maxRows = 200

function showList(request: AppRequest, name: string, values: readonly unknown[]): Child {
  if (values.length === 0) return html`<span class="note">–</span>`
  if (!values.every(isObject))
    return values.map((value, index) => [index > 0 && ', ', show(request, name, value)])
  if (values.every((value) => nameOf(value) !== undefined && Object.keys(value).length <= 5))
    return values.map((value, index) => [index > 0 && ', ', reference(request, value)])
  const rest = values.length - maxRows
  return rowsOf(
    request,
    name,
    values.slice(0, maxRows),
    undefined,
    {},
    rest > 0 && html`<p class="note">${formTexts[request.language].further(rest)}</p>`,
  )
}

/** A reference to a record is its name, which leads to it where there is a page of it. */
function showObject(request: AppRequest, value: Answer): Child {
  const { amount, currency, period } = value
  if (typeof amount === 'number' && typeof currency === 'string')
    return money(amount, currency, request.language, period as Period | undefined)
  return nameOf(value) !== undefined && Object.keys(value).length <= 5 && 'id' in value
    ? reference(request, value)
    : factsOf(request, value)
}

const nameOf = ({ name }: Answer): string | undefined => (typeof name === 'string' ? name : undefined)

function reference(request: AppRequest, value: Answer): Child {
  const name = nameOf(value)
  const { id } = value
  const isPerson = 'photo_url' in value
  return isPerson && typeof id === 'string' && allows(request, 'org_people_get')
    ? html`<a href=${pathTo(request, `people/${id}`)}>${name}</a>`
    : name
}

/**
 * The properties of a record: those with a value, and the names of the others. Those that are hidden say so.
 *
 * @param within the action whose answer it is, or the property that holds it: `url` may have another name in some
 */
export function factsOf(request: AppRequest, value: Answer, within?: string): Child {
  const { language } = request
  const t = formTexts[language]
  const hidden = new Set(Array.isArray(value['hidden_fields']) ? (value['hidden_fields'] as string[]) : [])
  const shown = Object.entries(value).filter(([name]) => !isForPrograms(name))
  const [empty, full] = [
    shown.filter(([name, one]) => !hidden.has(name) && isEmpty(one)),
    shown.filter(([name, one]) => hidden.has(name) || !isEmpty(one)),
  ]
  const items = full.map(([name, one]) => ({
    name: fieldName(name, language, within),
    value: hidden.has(name) ? badge(t.hidden) : show(request, name, one),
  }))
  const names = empty.map(([name]) => fieldName(name, language, within)).join(', ')
  const rest =
    names === ''
      ? []
      : [
          {
            name: html`<span class="note">${t.notGiven}</span>`,
            value: html`<span class="note">${names}</span>`,
          },
        ]
  return items.length + rest.length > 0 ? facts([...items, ...rest]) : html`<p class="note">${t.none}</p>`
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.values(value).every(isEmpty)
}

/** So many columns of a table can be read beside each other. */
const maxColumns = 8

export interface RowLinks {
  /** Where the name of a row leads; undefined: nowhere. */
  href?: (row: Answer) => string | undefined
  /** The last column, such as buttons. */
  end?: { name: string; value: (row: Answer) => Child }
}

/**
 * Records as a table.
 *
 * @param columns the paths of what a row shows, `unit.name`; left out: its first properties
 */
export function rowsOf(
  request: AppRequest,
  name: string,
  rows: readonly Answer[],
  columns?: readonly string[],
  links: RowLinks = {},
  foot?: Child,
): Child {
  const { language } = request
  const chosen = (columns ?? namesIn(rows))
    .filter((path) => !isForPrograms(lastOf(path)))
    .slice(0, maxColumns)
  // The record's own name comes first: the first column names the row.
  const paths = chosen.toSorted((a, b) => Number(isName(b)) - Number(isName(a)))
  const shown = paths.map((path, index): Column<Answer> => {
    const [property = ''] = path.split('.')
    // Several columns of one object: its name is that of the object, and others have their own.
    const isPart =
      !path.endsWith('.name') && paths.some((one) => one !== path && one.startsWith(`${property}.`))
    const value = (row: Answer): Child => cell(request, row, path)
    return {
      name: isPart ? fieldName(lastOf(path), language, property) : fieldName(property, language, name),
      end: rows.every((row) => typeof at(row, path) === 'number'),
      value: index === 0 ? (row) => linked(links.href?.(row), value(row)) : value,
    }
  })
  return table({
    caption: fieldName(name, language),
    stack: links.end !== undefined,
    columns: [...shown, ...(links.end ? [links.end] : [])],
    rows,
    none: html`<p class="note">${formTexts[language].none}</p>`,
    foot,
  })
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

const isName = (path: string): boolean => path === 'name' || path === 'label' || path === 'summary'

const linked = (href: string | undefined, text: Child): Child =>
  href === undefined ? text : html`<a href=${href}>${text}</a>`

const namesIn = (rows: readonly Answer[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))]

const at = (row: Answer, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), row)

function cell(request: AppRequest, row: Answer, path: string): Child {
  const [property = ''] = path.split('.')
  const hidden = Array.isArray(row['hidden_fields']) && row['hidden_fields'].includes(property)
  if (hidden) return badge(formTexts[request.language].hidden)
  const parent = row[property]
  // A reference is shown with its link, whichever of its properties the contract names.
  if (path.endsWith('.name') && isObject(parent)) return reference(request, parent)
  const value = at(row, path)
  return isObject(value) && nameOf(value) === undefined
    ? brief(request, value)
    : show(request, property, value)
}

/** An object in a cell: its values, without their names. */
export function brief(request: AppRequest, value: Answer): Child {
  if (typeof value['amount'] === 'number') return showObject(request, value)
  const parts = Object.entries(value).filter(([name, one]) => !isForPrograms(name) && one !== null)
  return parts.length > 0
    ? parts.map(([name, one], index) => [
        index > 0 && ', ',
        isObject(one) ? brief(request, one) : show(request, name, one),
      ])
    : html`<span class="note">–</span>`
}
