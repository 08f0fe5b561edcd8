import { searchPeople } from '../../forms/people.ts'
import type { Page } from '../../page.ts'
import { findAll } from './everything.ts'

/** The people that a picker offers while somebody types. */
export const findPeople: Page = async (request) => ({
  choices: await searchPeople(request, (request.search.get('q') ?? '').trim()),
})

/** The actions and people that the search in everything offers while somebody types. */
export const findEverything: Page = async (request) => {
  const { doable, people } = await findAll(request, request.search.get('q') ?? '')
  return { choices: [...doable, ...people] }
}
