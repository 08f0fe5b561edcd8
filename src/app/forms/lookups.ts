import type { FieldShape } from '../../generated/forms.ts'
import { pathTo, type AppRequest } from '../request.ts'
import type { Choice } from '../parts/field/part.ts'
import { formTexts } from '../texts/forms.ts'
import { peopleById, searchPeople } from './people.ts'
import { isListed, kindOfField, rowsOfPerson, sources } from './sources.ts'
import type { FormState, Lookups, Pick } from './state.ts'
import { placesOf, type Place } from './values.ts'

/** A form searches so often at most while it is shown once; people search in one field at a time. */
const searchesInForm = 5

/** The page that finds people while somebody types. */
export const peopleChoices = 'choices/people'

/** Loads the records that the fields of a form offer: lists of kinds with few, and for others what is chosen and found. */
export async function loadLookups(
  request: AppRequest,
  fields: readonly FieldShape[],
  state: FormState,
): Promise<Lookups> {
  const kinds = [...new Set(kindsIn(fields))].filter((kind) => isListed(request, kind))
  const places = placesOf(fields, state.values).filter(({ field }) => field.kind === 'id')
  const [lists, picks] = await Promise.all([
    Promise.all(
      kinds.map(async (kind) => [kind, await listFor(request, kind, places, state.fixed)] as const),
    ),
    loadPicks(request, places, state),
  ])
  return { lists: new Map(lists), picks, people: pathTo(request, peopleChoices) }
}

/** A record that a field offers: one of the list of its kind, or of those that are chosen and found at its place. */
export const offeredChoice = (
  { lists, picks }: Lookups,
  { record }: FieldShape & { kind: 'id' },
  path: string,
  value: unknown,
): Choice | undefined =>
  [...(lists.get(record) ?? []), ...(picks.get(path)?.choices ?? [])].find((one) => one.value === value)

/** The list of a kind, with those that are chosen and not in it: at most one for each field of the kind. Of a decided one, itself. */
async function listFor(
  request: AppRequest,
  kind: string,
  places: readonly Place[],
  fixed: FormState['fixed'],
): Promise<Choice[]> {
  const { list, find } = sources[kind]!
  const ofKind = places.filter(({ field }) => field.kind === 'id' && field.record === kind)
  const chosen = [...new Set(ofKind.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])))]
  const findAll = async (ids: readonly string[]): Promise<Choice[]> =>
    find ? (await Promise.all(ids.map((id) => find(request, id)))).filter((one) => one !== undefined) : []
  const isDecided = ofKind.length > 0 && ofKind.every(({ path }) => fixed.has(path))
  const decided = isDecided ? await findAll(chosen) : []
  if (decided.length > 0 && decided.length === chosen.length) return decided
  const choices = await list(request)
  const known = new Set(choices.map(({ value }) => value))
  return [...(await findAll(chosen.filter((id) => !known.has(id)))), ...choices]
}

function kindsIn(fields: readonly FieldShape[]): string[] {
  return fields.flatMap((field) => {
    const kind = kindOfField(field)
    if (kind !== undefined) return [kind]
    if (field.kind === 'object') return kindsIn(field.fields)
    return field.kind === 'list' ? kindsIn([field.item]) : []
  })
}

async function loadPicks(
  request: AppRequest,
  places: readonly Place[],
  state: FormState,
): Promise<Map<string, Pick>> {
  const searched = [...state.searches].filter(([, q]) => q.trim() !== '').slice(0, searchesInForm)
  const people = places.filter(({ field }) => field.kind === 'id' && field.record === 'person')
  const rows = places.filter(({ field }) => field.kind === 'id' && Object.hasOwn(rowsOfPerson, field.record))
  const chosen = people.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  const [found, names] = await Promise.all([
    Promise.all(searched.map(async ([path, q]) => [path, await searchPeople(request, q.trim())] as const)),
    peopleById(request, [...chosen, ...state.owners.values()]),
  ])
  const foundAt = new Map(found)
  const nothingAt = (path: string) =>
    foundAt.get(path)?.length === 0
      ? { nothing: formTexts[request.language].nobodyFound(state.searches.get(path)!.trim()) }
      : {}
  const own = people.map(({ path, value }): [string, Pick] => [
    path,
    { choices: together(names.get(String(value)), foundAt.get(path)), ...nothingAt(path) },
  ])
  const ofOwners = await Promise.all(
    rows.map(async ({ path, field, value }): Promise<[string, Pick]> => {
      const owner = state.owners.get(path)
      const { record } = field as FieldShape & { kind: 'id' }
      const choices = owner === undefined ? [] : await rowsOfPerson[record]!.list(request, owner)
      const known = typeof value !== 'string' || choices.some((one) => one.value === value)
      const all = known ? choices : [{ value, label: value }, ...choices]
      const owners = together(owner === undefined ? undefined : names.get(owner), foundAt.get(path))
      return [path, { choices: all, owners, ...nothingAt(path) }]
    }),
  )
  return new Map([...own, ...ofOwners])
}

/** The chosen one first, and the others that were found. */
function together(chosen: Choice | undefined, found: readonly Choice[] = []): Choice[] {
  return [...(chosen ? [chosen] : []), ...found.filter(({ value }) => value !== chosen?.value)]
}
