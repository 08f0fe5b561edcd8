import { ApiError } from '../../../errors.ts'
import { actions, type Action, type ActionId } from '../../../generated/actions.ts'
import { forms } from '../../../generated/forms.ts'
import { searchPeople } from '../../forms/people.ts'
import { allows, formPath, pathTo, type AppRequest } from '../../request.ts'
import { actionTitle, sectionName } from '../../texts/labels.ts'

/** Something that was found, with the address of its page. */
export interface Finding {
  value: string
  label: string
  help: string | undefined
}

/** So many actions are offered at most. */
const most = 12
/** Words after these are not looked at. */
const wordsInSearch = 8

/** The actions of this workspace that the role of the reader may call, and the people whom a search finds. */
export async function findAll(
  request: AppRequest,
  q: string,
): Promise<{ actions: Finding[]; people: Finding[] }> {
  const words = q.trim().slice(0, 200)
  return {
    actions: findActions(request, words),
    people: words === '' ? [] : await findPeople(request, words),
  }
}

function findActions(request: AppRequest, q: string): Finding[] {
  const { language } = request
  const words = plain(q).split(/\s+/).filter(Boolean).slice(0, wordsInSearch)
  const found = (Object.values(actions) as Action[])
    .map(({ id }) => id as ActionId)
    .filter((id) => allows(request, id))
    .map((id) => ({
      id,
      title: actionTitle(id, language),
      section: sectionName(forms[id].section, language),
    }))
    .filter(({ id, title, section }) => {
      // Names of the contract are in English: who knows one of them finds it in each language.
      const own = plain(`${title} ${section} ${actions[id].name.replace(/[._]/g, ' ')}`).split(
        /[^\p{L}\p{N}]+/u,
      )
      return words.every((word) => own.some((one) => one.startsWith(word)))
    })
  const byTitle = ({ title }: { title: string }) => Number(!plain(title).includes(words[0] ?? ''))
  return found
    .toSorted((a, b) => byTitle(a) - byTitle(b))
    .slice(0, most)
    .map(({ id, title, section }) => ({ value: formPath(request, id), label: title, help: section }))
}

/** Small letters without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

async function findPeople(request: AppRequest, q: string): Promise<Finding[]> {
  if (!allows(request, 'org_people_list')) return []
  try {
    const people = await searchPeople(request, q)
    return people.map((one) => ({ ...one, value: pathTo(request, `people/${one.value}`) }))
  } catch (error) {
    // While the company is paused, people are not shown. Actions are.
    if (error instanceof ApiError && error.code === 'forbidden') return []
    throw error
  }
}
