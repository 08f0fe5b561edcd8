import type { Result } from '../../../actions/action.ts'
import { mostShown } from '../../../domain/home.ts'
import { linkButton } from '../../parts/button/part.ts'
import { day } from '../../parts/day/part.ts'
import { figures } from '../../parts/figures/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { list, section, type Item } from '../../parts/list/part.ts'
import { allows, call, pathTo, type AppRequest } from '../../request.ts'
import { progressOf } from '../checklists/checklists.ts'
import { undetailedPath } from '../people/undetailed.ts'
import { homeTexts } from './texts.ts'

type Summary = Result<'org_home_summary'>
/** A page of the workspace, and the parameters of its address. */
type Place = readonly [path: string, query?: Record<string, string>]
type Need = Summary['needs'][number]

/** So many items stand below each heading; the others are folded below them. */
const shown = 8

/** The company today: its figures, what somebody should do, and what comes. For those who may see it. */
export async function companyToday(request: AppRequest): Promise<Child> {
  if (!allows(request, 'org_home_summary')) return undefined
  const summary = await call(request, 'org_home_summary', {})
  const t = homeTexts[request.language]
  const number = new Intl.NumberFormat(request.language)
  // The summary names the first of them: a full list may be a part of more.
  const atLeast = ({ length }: readonly unknown[]) =>
    `${number.format(length)}${length < mostShown ? '' : '+'}`
  const { headcount, joining_this_month, leaving_soon, invites, positions, checklists, coming } = summary
  const needs: readonly Need[] = summary.needs.filter(({ kind }) => kind !== 'approvals')
  const toDo = [...needs.map((need) => needItem(request, need)), ...lateItems(request, summary)]
  return [
    section(
      'today',
      t.today,
      figures([
        { name: t.people, value: number.format(headcount.now) },
        { name: t.joining, value: atLeast(joining_this_month) },
        { name: t.leaving, value: atLeast(leaving_soon) },
        { name: t.notInvited, value: number.format(invites.not_invited) },
        { name: t.openPositions, value: number.format(positions.open) },
        { name: t.openChecklists, value: number.format(checklists.open) },
      ]),
    ),
    toDo.length > 0 && section('to-do', t.tasks, itemsOf(request, toDo)),
    checklists.runs.length > 0 && section('checklists', t.checklists, runsOf(request, checklists)),
    coming.length > 0 &&
      section(
        'coming',
        t.coming,
        itemsOf(
          request,
          coming.map((one) => comingItem(request, one)),
        ),
      ),
  ]
}

function itemsOf({ language }: AppRequest, items: readonly Item[]): Child {
  const more = items.length - shown
  return [
    list(items.slice(0, shown)),
    more > 0 &&
      html`<details class="fold">
        <summary class="button quiet small">${homeTexts[language].more(more)}</summary>
        ${list(items.slice(shown))}
      </details>`,
  ]
}

function comingItem(request: AppRequest, { kind, date, person, title }: Summary['coming'][number]): Item {
  const t = homeTexts[request.language]
  return {
    name: person.name,
    href: pathTo(request, `people/${person.id}`),
    note: [t.kinds[kind as keyof typeof t.kinds] ?? kind, title !== null && `: ${title}`],
    end: day(date, request.language),
  }
}

function needItem(request: AppRequest, need: Need): Item {
  const t = homeTexts[request.language]
  const { kind, person, date, count } = need
  if (person === null || date === null) return countedItem(request, need)
  return {
    name: person.name,
    href: pathTo(request, `people/${person.id}`),
    note: [t.needs[kind as keyof typeof t.needs] ?? kind, count !== null && `: ${t.dependents(count)}`],
    end: day(date, request.language),
  }
}

/** Positions and tasks whose day is over. */
function lateItems(request: AppRequest, { positions, checklists }: Summary): Item[] {
  const t = homeTexts[request.language]
  return [
    { count: positions.past_target, text: t.latePositions, path: 'positions' },
    { count: checklists.overdue_tasks, text: t.lateTasks, path: 'checklists' },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, text, path }) => withPlace(request, text(count), [path]))
}

/** The open checklists whose day comes first, and the way to all of them. */
function runsOf(request: AppRequest, { open, runs }: Summary['checklists']): Child {
  const { language } = request
  const t = homeTexts[language]
  return [
    list(
      runs.slice(0, shown).map(({ id, name, person, anchor_date, progress }) => ({
        name: person.name,
        href: pathTo(request, `checklists/${id}`),
        note: `${name}, ${progressOf(request, progress)}`,
        end: day(anchor_date, language),
      })),
    ),
    open > shown &&
      html`<div class="row">
        ${linkButton(pathTo(request, 'checklists'), { text: t.allChecklists, small: true })}
      </div>`,
  ]
}

/** Where the records are that a need counts. */
const places: Readonly<Record<string, Place>> = {
  invite_people: ['people', { has_login: 'false' }],
  unit_heads: ['units'],
  personal_details: [undetailedPath],
  no_manager: ['people', { has_manager: 'false', status: 'active' }],
}

function countedItem(request: AppRequest, { kind, count }: Need): Item {
  const t = homeTexts[request.language]
  return withPlace(request, t.counted[kind as keyof typeof t.counted]?.(count ?? 0) ?? kind, places[kind])
}

/** A sentence with the way to what it counts, where there is a page of that. */
function withPlace(request: AppRequest, name: string, place: Place | undefined): Item {
  const t = homeTexts[request.language]
  const way = { text: t.show, label: t.showLabel(name), small: true }
  return { name, end: place && linkButton(pathTo(request, ...place), way) }
}
