import { ApiError } from '../../../errors.ts'
import { actions, type Action, type ActionId } from '../../../generated/actions.ts'
import { forms, type FieldShape } from '../../../generated/forms.ts'
import { controls } from '../../forms/controls.ts'
import { loadLookups } from '../../forms/lookups.ts'
import { problemsOf } from '../../forms/problems.ts'
import { readValues, Sent } from '../../forms/read.ts'
import { emptyState } from '../../forms/state.ts'
import { isObject, type Values } from '../../forms/values.ts'
import type { Screen } from '../../page.ts'
import { linkButton, submit } from '../../parts/button/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { section } from '../../parts/list/part.ts'
import { problems, type Problem } from '../../parts/notice/part.ts'
import { addressWith, formPath, perform, type AppRequest } from '../../request.ts'
import { factsOf, rowsOf, show } from '../../show/value.ts'
import { formTexts } from '../../texts/forms.ts'
import { actionTitle } from '../../texts/labels.ts'
import { searchesIn } from './sent.ts'
import { detailOf, idOfRow, kindListed, recordButtons, rowButtons } from './related.ts'

/** The page of a read: its filters as a form, and what it answers. */
export async function readPage(request: AppRequest, id: ActionId): Promise<Screen> {
  const { search, language } = request
  const t = formTexts[language]
  const action: Action = actions[id]
  const fields = forms[id].fields
  const values = readValues(fields, new Sent(search))
  const ready = fields.every(({ name, required }) => !required || values[name] !== undefined)
  const outcome = ready && !isSearching(search) ? await ask(request, id, values) : {}
  const { data, error } = outcome
  const told = error && problemsOf(error, language)
  const state = {
    ...emptyState,
    ...searchesIn(search),
    values,
    errors: told?.at ?? new Map<string, string>(),
  }
  const filters = fields.filter(isFilter)
  const form =
    filters.length > 0 &&
    html`
      <form class="card" method="get" action=${formPath(request, id)}>
        ${submit({ text: t.show, kind: 'main' })}
        <div class="form-grid">
          ${controls({ language, state, lookups: await loadLookups(request, filters, state) }, filters)}
        </div>
      </form>
    `
  const { subject } = action
  const subjectId = subject && values[subject.path]
  const one = subject !== null && data !== undefined && typeof subjectId === 'string'
  return {
    title:
      one && isObject(data) && typeof data['name'] === 'string' ? data['name'] : actionTitle(id, language),
    ...(error && { status: error.status === 400 ? 422 : error.status }),
    ...(one && { actions: await recordButtons(request, subject.kind, subjectId) }),
    body: [
      told && problems(t.problems(told.all.length), told.all as Problem[]),
      folded(form, ready && data !== undefined, t.more),
      data !== undefined && section('result', t.answer, answerOf(request, id, data)),
    ],
  }
}

/** Cursors are passed on by the link to the next page. */
const isFilter = (field: FieldShape): boolean =>
  !(field.kind === 'text' && (field.format ?? '').endsWith('-cursor'))

/** Someone who looks for a person to filter by has not asked yet. */
const isSearching = (search: URLSearchParams): boolean => (search.get('~step') ?? '').startsWith('find:')

async function ask(
  request: AppRequest,
  id: ActionId,
  values: Values,
): Promise<{ data?: unknown; error?: ApiError }> {
  const { toolDefaults } = actions[id] as Action
  try {
    // Pages show as many rows as assistants get, unless somebody asks for more.
    const { data } = await perform(request, id, { ...toolDefaults, ...values })
    return { data }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'rate_limited') throw error
    if (error.code !== 'validation_failed' && error.code !== 'not_found') throw error
    request.ctx.state['failure'] = error
    return { error }
  }
}

const folded = (form: Child, isFolded: boolean, summary: string): Child =>
  form && isFolded
    ? html`<details class="fold">
        <summary class="button quiet small">${summary}</summary>
        ${form}
      </details>`
    : form

/** An answer as people read it: a list as a table, and else its properties. */
function answerOf(request: AppRequest, id: ActionId, data: unknown): Child {
  const { rows } = actions[id] as Action
  const list = rows && (rows.list === null ? data : isObject(data) && data[rows.list])
  if (!Array.isArray(list))
    return Array.isArray(data) ? show(request, '', data) : factsOf(request, Object(data))
  const kind = kindListed(id)
  const rest = isObject(data) ? Object.entries(data).filter(([name]) => !isRest(name, rows!.list)) : []
  const hasDetail = kind !== undefined && detailOf(request, kind, 'x') !== undefined
  return [
    rest.length > 0 && factsOf(request, Object.fromEntries(rest)),
    rowsOf(
      request,
      rows!.list ?? id,
      list as Record<string, unknown>[],
      rows!.columns,
      kind === undefined
        ? {}
        : {
            href: (row) => detailOf(request, kind, idOfRow(kind, row) ?? ''),
            ...(!hasDetail &&
              hasButtons(request, kind) && {
                end: {
                  name: formTexts[request.language].actions,
                  value: (row: Readonly<Record<string, unknown>>) =>
                    rowButtons(
                      request,
                      kind,
                      idOfRow(kind, row) ?? '',
                      String(row['name'] ?? row['label'] ?? row['client_name'] ?? ''),
                    ),
                },
              }),
          },
      nextPage(request, id, data) ?? pageAfter(request, id, list as Record<string, unknown>[], kind),
    ),
  ]
}

const hasButtons = (request: AppRequest, kind: string): boolean => {
  const buttons = rowButtons(request, kind, '', '')
  return Array.isArray(buttons) && buttons.length > 0
}

const isRest = (name: string, list: string | null): boolean =>
  name === list || name === 'next' || name === 'next_before' || name === 'did_you_mean'

/** The way to the rows that follow: the cursor of the answer, with the same filters. */
function nextPage(request: AppRequest, id: ActionId, data: unknown): Child {
  const next = isObject(data) ? (data['next'] ?? data['next_before']) : undefined
  if (typeof next !== 'string') return undefined
  const cursor = forms[id].fields.find((field) => !isFilter(field))
  if (!cursor) return undefined
  return nextButton(request, { [cursor.name]: next })
}

const nextButton = (request: AppRequest, place: Record<string, string>): Child =>
  linkButton(addressWith(request, place), { text: formTexts[request.language].nextPage, small: true })

/** The way on in a list that continues after the id of its last row: there may be more where a page is full. */
function pageAfter(
  request: AppRequest,
  id: ActionId,
  rows: readonly Record<string, unknown>[],
  kind: string | undefined,
): Child {
  // Positions that are not closed come all at once: only closed ones have a place.
  const takesPlace =
    id !== 'org_positions_list' &&
    forms[id].fields.some((field) => field.name === 'after' && field.kind === 'id')
  const limit = Number(request.search.get('limit') || (actions[id] as Action).toolDefaults?.['limit'])
  const last = rows.at(-1)
  const after = kind !== undefined && last ? idOfRow(kind, last) : undefined
  if (!takesPlace || rows.length < limit || after === undefined) return undefined
  return nextButton(request, { after })
}
