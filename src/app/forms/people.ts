import { ApiError } from '../../errors.ts'
import type { Choice } from '../parts/field/part.ts'
import { call, type AppRequest } from '../request.ts'

/** A search answers so many people at most. */
export const mostFound = 10
/** A page asks for the names of so many people at most; others are shown as their ids. */
const namesInPage = 30

/** Somebody who was found. */
export interface FoundPerson {
  value: string
  label: string
  help: string | undefined
}

/** The people that a search finds, also those who have left; without words the first ones. */
export async function searchPeople(request: AppRequest, q: string): Promise<FoundPerson[]> {
  const input = { ...(q !== '' && { q }), limit: mostFound, status: 'all' as const }
  const { people } = await call(request, 'org_people_list', { ...input, include_subunits: false }).catch(
    (error: unknown) => {
      // Signs alone are no words to search for.
      if (error instanceof ApiError && error.code === 'validation_failed') return { people: [] }
      throw error
    },
  )
  return people.map(({ id, name, title, work_email }) => ({
    value: id,
    label: name,
    help: title ?? work_email ?? undefined,
  }))
}

/** People by their ids. One that the reader may not see, or who is none, keeps the id as the name. */
export async function peopleById(request: AppRequest, ids: readonly string[]): Promise<Map<string, Choice>> {
  const some = [...new Set(ids)].slice(0, namesInPage)
  const people = await Promise.all(some.map((id) => personById(request, id)))
  return new Map(people.map((person) => [person.value, person]))
}

const personById = (request: AppRequest, id: string): Promise<Choice> =>
  call(request, 'org_people_get', { person_id: id }).then(
    ({ name, title }) => ({ value: id, label: name, ...(title !== null && { help: title }) }),
    (error: unknown) => {
      if (error instanceof ApiError && error.status < 500) return { value: id, label: id }
      throw error
    },
  )
