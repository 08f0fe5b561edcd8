import type { Page } from '../../page.ts'
import { linkButton } from '../../parts/button/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { html } from '../../parts/html.ts'
import { list, section } from '../../parts/list/part.ts'
import { call, pathTo } from '../../request.ts'
import { offered } from '../people/offers.ts'
import { payOf } from '../people/pay.ts'
import { statusBadge } from '../people/people.ts'
import { offersOf, personScreen, todayOf } from '../people/person.ts'
import { positionsBelow } from '../positions/positions.ts'
import { profileTexts } from './texts.ts'

/** So many direct reports are on a page; the list of people has all. */
const onPage = 100

/** The reader as a person, with everything about them. */
export const profile: Page = async (request) => {
  const { personId } = request.caller
  if (personId === null) return notLinked(request, 'profile')
  return { ...(await personScreen(request, personId, pathTo(request, 'profile'))), trail: [] }
}

/** The pay of the reader, now and before. */
export const ownPay: Page = async (request) => {
  const { personId } = request.caller
  if (personId === null) return notLinked(request, 'pay')
  const pay = await call(request, 'org_pay_list', { person_id: personId })
  return {
    title: profileTexts[request.language].pay,
    body: html`<div class="stack">${payOf(request, pay, [], () => [])}</div>`,
  }
}

/** The direct reports of the reader, with the changes that they may propose. */
export const team: Page = async (request) => {
  const { caller, language } = request
  const t = profileTexts[language]
  if (caller.personId === null) return notLinked(request, 'team')
  const { people, next } = await call(request, 'org_people_list', {
    manager_id: caller.personId,
    include_subunits: false,
    limit: onPage,
  })
  const today = todayOf(request)
  const offers = people.map((person) =>
    offersOf(request, person, today).map((offer) => ({
      ...offer,
      label: `${offer.text}: ${person.name}`,
      small: true,
    })),
  )
  const [buttons, positions] = await Promise.all([
    offered(request, offers.flat(), pathTo(request, 'team')),
    positionsBelow(request),
  ])
  return {
    title: t.team,
    body: [
      people.length > 0
        ? list(
            people.map((person, index) => ({
              name: person.name,
              href: pathTo(request, `people/${person.id}`),
              note: [person.title, person.title && person.unit && ' · ', person.unit?.name],
              end: html`<div class="row">
                ${statusBadge(request, person.status)}${offers[index]!.map((offer) => buttons.get(offer))}
              </div>`,
            })),
          )
        : empty(t.nobody),
      next !== null &&
        linkButton(pathTo(request, 'people', { manager_id: caller.personId }), { text: t.more }),
      positions && section('positions', t.positions, positions),
    ],
  }
}

/** A login that belongs to nobody has no pages about itself. */
const notLinked = ({ language }: Parameters<Page>[0], name: 'profile' | 'pay' | 'team'): ReturnType<Page> => {
  const t = profileTexts[language]
  return Promise.resolve({ title: t[name], body: empty(t.notLinked) })
}
