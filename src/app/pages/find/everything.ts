import { ApiError } from '../../../errors.ts'
import { actions } from '../../../generated/actions.ts'
import { forms } from '../../../generated/forms.ts'
import { searchPeople } from '../../forms/people.ts'
import { navigationFor } from '../../navigation.ts'
import { allows, formPath, pathTo, type AppRequest } from '../../request.ts'
import { appTexts } from '../../texts/app.ts'
import { sectionName } from '../../texts/labels.ts'
import { offeredActions } from './offered.ts'

/** Something that was found, with the address of its page. */
export interface Finding {
  value: string
  label: string
  help: string | undefined
}

export interface Findings {
  /** Pages of the menu, and actions that the role of the reader may call in this workspace. */
  doable: Finding[]
  people: Finding[]
}

/** So many pages and actions are offered at most. */
const most = 24
/** Letters and words after these are not looked at. */
const lettersInSearch = 200
const wordsInSearch = 8

/** Everything that is called by the words of a search; without words, the pages and no people. */
export async function findAll(request: AppRequest, q: string): Promise<Findings> {
  const text = q.trim().slice(0, lettersInSearch)
  const words = wordsOf(text).slice(0, wordsInSearch)
  const pages = pagesOf(request)
  const called = new Set(pages.map(({ label }) => label))
  // A page made by hand shows more than the read of the same name.
  const others = actionsOf(request).filter(({ label }) => !called.has(label))
  const doable = [...pages, ...others]
    .filter(({ names }) => words.every((word) => names.some((name) => name.startsWith(word))))
    .slice(0, most)
    .map(({ value, label, help }) => ({ value, label, help }))
  return { doable, people: text === '' ? [] : await findPeople(request, text) }
}

type Named = Finding & { names: readonly string[] }

function pagesOf(request: AppRequest): Named[] {
  const help = appTexts[request.language].page
  return navigationFor(request)
    .flatMap(({ links }) => links)
    .map(({ text, href }) => ({ value: href, label: text, help, names: wordsOf(text) }))
}

function actionsOf(request: AppRequest): Named[] {
  return offeredActions(request).map(({ id, title }) => {
    const help = sectionName(forms[id].section, request.language)
    // Who knows the name of the contract, which is in English, finds the action in each language.
    const names = wordsOf(`${title} ${help} ${actions[id].name}`)
    return { value: formPath(request, id), label: title, help, names }
  })
}

/** The words of a text in small letters, without accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

async function findPeople(request: AppRequest, q: string): Promise<Finding[]> {
  if (!allows(request, 'org_people_list')) return []
  try {
    const people = await searchPeople(request, q)
    return people.map((one) => ({ ...one, value: pathTo(request, `people/${one.value}`) }))
  } catch (error) {
    // While the company is paused, people are not shown. Pages and actions are.
    if (error instanceof ApiError && error.code === 'forbidden') return []
    throw error
  }
}
