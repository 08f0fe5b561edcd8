import { randomUUID } from 'node:crypto'
import { safeReturnTo } from '../../../domain/return-to.ts'
import { ApiError, invalid } from '../../../errors.ts'
import { actions, type Action, type ActionId } from '../../../generated/actions.ts'
import { forms, type FieldShape } from '../../../generated/forms.ts'
import { requestTexts } from '../../../texts/requests.ts'
import { loadCurrent, showsCurrent } from '../../forms/current.ts'
import { withCustomFields } from '../../forms/custom.ts'
import { followedValues, withoutPreset } from '../../forms/followed.ts'
import { dependsOnRecord } from '../../forms/offered.ts'
import { readValues, Sent } from '../../forms/read.ts'
import { kindOfField, sources } from '../../forms/sources.ts'
import { emptyState, type FormState } from '../../forms/state.ts'
import { entryOf, isObject, valueAt, type Values } from '../../forms/values.ts'
import { doneBy } from '../../done-notice.ts'
import { homePath, type Redirection, type Screen } from '../../page.ts'
import { perform, rehearse, type AppRequest } from '../../request.ts'
import { alreadyDone, donePage } from './done.ts'
import { aboutWhat, lookupsOf } from './entered.ts'
import { formPage, type FormOfAction } from './form.ts'
import { inputOf } from './input.ts'
import { reviewPage } from './review.ts'
import { readCarried, readControls, searchesIn } from './sent.ts'

/** `GET`: the form of a write, with what the address says in its fields, and what there is now. */
export async function openForm(request: AppRequest, id: ActionId): Promise<Screen> {
  const fields = await fieldsOf(request, id)
  const given = readValues(fields, new Sent(request.search))
  const searched = searchesIn(request.search)
  const form = await begin(request, id, fields, given, searched.owners)
  return formPage(request, { ...form, state: { ...form.state, ...searched } })
}

const fieldsOf = async (request: AppRequest, id: ActionId): Promise<readonly FieldShape[]> =>
  withoutPreset(id, await withCustomFields(request, forms[id].fields))

/** A form as it begins. One that shows what there is, or what may be given to a record, needs to know the record first. */
async function begin(
  request: AppRequest,
  id: ActionId,
  fields: readonly FieldShape[],
  given: Values,
  owners: FormState['owners'],
): Promise<FormOfAction> {
  const subject = (actions[id] as Action).subject?.path
  const known = subject === undefined ? '' : given[subject]
  const back = backFrom(request, request.search.get('back') ?? undefined)
  const shared = { id, fields, back, key: randomUUID() }
  const empty = { ...emptyState, keeps: keepsOthers(id), values: given }
  const fixed = new Set(fields.filter((field) => isDecided(field, given)).map(({ name }) => name))
  if (typeof known !== 'string' && (showsCurrent(id) || dependsOnRecord(id))) {
    const asked = fields.filter(({ name }) => name === subject)
    return { ...shared, fields: asked, asksRecord: true, state: empty }
  }
  if (!showsCurrent(id)) return { ...shared, state: { ...empty, fixed } }
  const current = await loadCurrent(request, id, fields, String(known), owners.get(subject ?? ''))
  if (!current) return { ...shared, state: empty }
  const { before, hidden } = current
  return { ...shared, state: { ...emptyState, before, hidden, fixed, values: { ...before, ...given } } }
}

/** A record or a choice that the form must have, and that its address gives. */
const isDecided = ({ name, kind, required }: FieldShape, given: Values): boolean =>
  required === true && (kind === 'id' || kind === 'choice') && typeof given[name] === 'string'

/** A change of a record leaves all values that it does not get, also where the form does not show them. */
const keepsOthers = showsCurrent

/** A path of the company to which the form leads back; undefined: there is none. */
const backFrom = ({ organization }: AppRequest, text: string | undefined): string | undefined =>
  safeReturnTo(text, organization.slug)

/** `POST`: what the button asked for. A step that only changes the form shows it again, with what was typed. */
export async function sendForm(request: AppRequest, id: ActionId): Promise<Screen | Redirection> {
  const fields = await fieldsOf(request, id)
  const controls = await readControls(request, fields)
  const carried = await readAround(request, id, controls)
  const step = controls.get('~step') ?? 'review'
  const form: FormOfAction = { id, fields, back: carried.back, key: carried.key, state: carried.state }
  if (step === 'do') return done(request, form)
  if (step === 'edit') return formPage(request, withOwners(form, controls))
  const typed = readTyped(form, controls)
  if (step === 'review') return review(request, typed)
  const [verb, path = ''] = [step.slice(0, step.indexOf(':')), step.slice(step.indexOf(':') + 1)]
  if (verb === 'remove') return formPage(request, { ...typed, state: without(typed.state, path) })
  if (verb === 'up') return formPage(request, { ...typed, state: moved(typed.state, path) })
  if (verb === 'all' || verb === 'none') return formPage(request, await ticked(request, typed, path, verb))
  return formPage(request, typed)
}

const withOwners = (form: FormOfAction, controls: URLSearchParams): FormOfAction => ({
  ...form,
  state: { ...form.state, owners: searchesIn(controls).owners },
})

/** The values that were typed into a form. */
function readTyped(form: FormOfAction, controls: URLSearchParams): FormOfAction {
  const shown = form.fields.filter(({ name }) => !form.state.hidden.has(name))
  const sent = new Sent([...controls].filter(([name]) => !around.has(name)))
  const values = readValues(shown, sent)
  sent.refuseOthers()
  return { ...form, state: { ...form.state, ...searchesIn(controls), values } }
}

/** The controls around the fields of a form, which each step carries along. */
const around = new Set(['~step', '~back', '~before', '~hidden', '~fixed', '~values', '~filled', '~key'])

interface Around {
  back: string | undefined
  key: string
  state: FormState
}

async function readAround(request: AppRequest, id: ActionId, controls: URLSearchParams): Promise<Around> {
  for (const name of around)
    if (controls.getAll(name).length > 1) throw invalid(name, 'duplicate', requestTexts.formFieldOnce())
  const [before, values, filled] = await Promise.all([
    readCarried(id, controls.get('~before') ?? undefined),
    readCarried(id, controls.get('~values') ?? undefined),
    readCarried(id, controls.get('~filled') ?? undefined),
  ])
  const names = (control: string) => new Set((controls.get(control) ?? '').split(' ').filter(Boolean))
  const key = controls.get('~key') ?? ''
  return {
    back: backFrom(request, controls.get('~back') ?? undefined),
    key: /^[0-9a-f-]{36}$/.test(key) ? key : randomUUID(),
    state: {
      ...{ ...emptyState, keeps: keepsOthers(id), before, values: values ?? {}, filled: filled ?? {} },
      ...{ hidden: names('~hidden'), fixed: names('~fixed') },
    },
  }
}

/** Rehearses the write, and shows what will happen; or the form again, with what is wrong. */
async function review(request: AppRequest, typed: FormOfAction): Promise<Screen> {
  if (isUndecided(typed)) return formPage(request, typed)
  try {
    const filled = await followedValues(request, typed.id, typed.state.values)
    const form = { ...typed, state: { ...typed.state, filled } }
    const rehearsed = await rehearse(request, form.id, inputOf(form))
    return await reviewPage(request, form, rehearsed)
  } catch (error) {
    return refused(request, typed, error)
  }
}

/** Words were typed into a search, and nothing of what it finds is chosen yet. */
function isUndecided({ state }: FormOfAction): boolean {
  const { values, searches, owners } = state
  return [...searches.keys()].some((path) => valueAt(values, path) === undefined && !owners.has(path))
}

async function done(request: AppRequest, form: FormOfAction): Promise<Screen | Redirection> {
  const { id, back } = form
  try {
    const performed = await perform(request, id, inputOf(form), `page ${form.key}`)
    if (back !== undefined && !tellsMore(id, performed.data))
      return { to: back, done: doneBy(request, id, performed.activityId, form.state.values) }
    const about = hasSecret(id)
      ? aboutWhat(form, await lookupsOf(request, form), request.language)
      : undefined
    return await donePage(request, id, performed, back ?? homePath(request), about)
  } catch (error) {
    if (error instanceof ApiError && 'activityId' in error.options) {
      request.ctx.state['failure'] = error
      return alreadyDone(request, id, back ?? homePath(request))
    }
    return refused(request, form, error)
  }
}

/** Tells whether a write answers a secret, such as a link, which is shown once. */
const hasSecret = (id: ActionId): boolean => (actions[id] as Action).redacted.length > 0

/** Tells whether the answer of a write has something that its reader must see: a secret, a warning, a request for approval. */
function tellsMore(id: ActionId, data: unknown): boolean {
  if (!isObject(data)) return false
  const { warnings, notes, approval, row_errors } = data
  const lists = [warnings, notes, row_errors]
  return (
    hasSecret(id) ||
    lists.some((list) => Array.isArray(list) && list.length > 0) ||
    (approval !== undefined && approval !== null)
  )
}

/** The form again, with what was typed, and what is wrong with it. Faults and limits have pages of their own. */
function refused(request: AppRequest, form: FormOfAction, error: unknown): Promise<Screen> {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  if (error.code === 'rate_limited' || error.code === 'unauthenticated') throw error
  request.ctx.state['failure'] = error
  return formPage(request, form, error)
}

/** All boxes of a list of records ticked, or none. */
async function ticked(
  request: AppRequest,
  form: FormOfAction,
  path: string,
  which: 'all' | 'none',
): Promise<FormOfAction> {
  const field = form.fields.find(({ name }) => name === path)
  const source = field && sources[kindOfField(field) ?? '']
  if (!source) return form
  const values = which === 'all' ? (await source.list(request)).map(({ value }) => value) : []
  return { ...form, state: { ...form.state, values: { ...form.state.values, [path]: values }, focus: path } }
}

/** The values without an entry of a list: `people[3]`. */
const without = (state: FormState, path: string): FormState => ({
  ...withEntries(state, path, (entries, index) => entries.toSpliced(index, 1)),
  removed: path,
})

/** The values with an entry of a list one place further up. */
function moved(state: FormState, path: string): FormState {
  const entry = entryAt(path)
  if (!entry) return state
  const { list, index } = entry
  const values = withEntries(state, path, (entries) =>
    index === 0 || index >= entries.length
      ? entries
      : entries.toSpliced(index - 1, 2, entries[index], entries[index - 1]),
  )
  return { ...values, moved: entryOf(list, index - 1) }
}

/** The list and the place in it of which a path is. Whoever sends a form writes the path: it is read in one pass. */
function entryAt(path: string): { list: string; index: number } | undefined {
  const [, list, index] = /^(.*)\[(\d+)\]$/.exec(path) ?? []
  return list === undefined ? undefined : { list, index: Number(index) }
}

function withEntries(
  state: FormState,
  path: string,
  change: (entries: unknown[], index: number) => unknown[],
): FormState {
  const entry = entryAt(path)
  const entries = entry && valueAt(state.values, entry.list)
  if (!Array.isArray(entries)) return state
  const { list, index } = entry!
  return { ...state, values: put(state.values, list.split('.'), change(entries, index)) }
}

const put = (values: Values, [step = '', ...rest]: string[], value: unknown): Values => ({
  ...values,
  [step]: rest.length === 0 ? value : put(isObject(values[step]) ? values[step] : {}, rest, value),
})
