import type { Result } from '../../../actions/action.ts'
import { badge, type Tone } from '../../parts/badge/part.ts'
import { linkButton } from '../../parts/button/part.ts'
import { day } from '../../parts/day/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { section } from '../../parts/list/part.ts'
import { live } from '../../parts/live/part.ts'
import { table } from '../../parts/table/part.ts'
import { tabs } from '../../parts/tabs/part.ts'
import type { Page } from '../../page.ts'
import { allows, call, pathTo, type AppRequest } from '../../request.ts'
import { valueName } from '../../texts/labels.ts'
import { approvalTexts } from './texts.ts'

/** A request for approval, as the actions answer it. */
export type Approval = Result<'org_approvals_get'>

/** The requests that the reader may see, about everybody or one person: what waits for them, other open ones, or closed ones. */
export const approvalsPage: Page = async (request) => {
  const { search, language } = request
  const t = approvalTexts[language]
  const isClosed = search.get('status') === 'closed'
  const [personId, before] = ['person_id', 'before'].map((name) => search.get(name) || undefined)
  const [{ items, next_before: next }, person] = await Promise.all([
    call(request, 'org_approvals_list', {
      status: isClosed ? 'closed' : 'open',
      waiting_for_me: false,
      ...(personId !== undefined && { person_id: personId }),
      ...(isClosed && before !== undefined && { before }),
    }),
    personId === undefined ? undefined : call(request, 'org_people_get', { person_id: personId }),
  ])
  const about = { person_id: personId }
  return {
    title: person ? t.aboutPerson(person.name) : t.title,
    lead: t.lead,
    ...(person && {
      trail: [
        { text: t.title, href: pathTo(request, 'approvals', { status: isClosed ? 'closed' : undefined }) },
      ],
    }),
    body: live(t.count(items.length), [
      tabs(t.which, [
        { text: t.open, href: pathTo(request, 'approvals', about), current: !isClosed },
        {
          text: t.closed,
          href: pathTo(request, 'approvals', { status: 'closed', ...about }),
          current: isClosed,
        },
      ]),
      isClosed ? requests(request, t.closed, items) : openRequests(request, items),
      next !== null &&
        html`<div class="row">
          ${linkButton(pathTo(request, 'approvals', { status: 'closed', ...about, before: next }), { text: t.next })}
        </div>`,
    ]),
  }
}

function openRequests(request: AppRequest, items: readonly Approval[]): Child {
  const t = approvalTexts[request.language]
  const mine = items.filter(({ can_decide }) => can_decide)
  const others = items.filter(({ can_decide }) => !can_decide)
  if (mine.length === 0) return requests(request, t.allOpen, items)
  return [
    section('mine', t.forMe, requests(request, t.forMe, mine)),
    others.length > 0 && section('others', t.forOthers, requests(request, t.forOthers, others)),
  ]
}

function requests(request: AppRequest, caption: string, rows: readonly Approval[]): Child {
  const { language } = request
  const t = approvalTexts[language]
  return table({
    caption,
    stack: true,
    rows,
    none: empty(noneOf(request)[caption === t.closed ? 'closed' : 'open']),
    columns: [
      {
        name: t.person,
        value: ({ id, person }) => html`<a href=${pathTo(request, `approvals/${id}`)}>${person.name}</a>`,
      },
      { name: t.change, value: ({ change }) => valueName(change, language) },
      { name: t.day, value: ({ effective_date }) => day(effective_date, language) },
      { name: t.by, value: ({ proposed_by }) => proposed_by.name },
      { name: t.state, value: (row) => stateOf(request, row) },
    ],
  })
}

/** HR sees every request but those about themselves that others proposed: whoever sees fewer is not told that there are none. */
function noneOf(request: AppRequest): { open: string; closed: string } {
  const t = approvalTexts[request.language]
  const seesOthers = allows(request, 'org_invites_list', 'manage')
  return seesOthers
    ? { open: t.noneOpen, closed: t.noneClosed }
    : { open: t.noneOpenForYou, closed: t.noneClosedForYou }
}

const tones: Readonly<Record<string, Tone>> = { pending: 'warn', approved: 'good', rejected: 'danger' }

/** The state of a request in a few words: of an open one, whose turn it is. */
export function stateOf({ language }: AppRequest, { status, waiting_for, can_decide }: Approval): Child {
  const t = approvalTexts[language]
  if (can_decide) return badge(t.forMe, 'accent')
  const text = waiting_for ? t.decides(valueName(waiting_for, language)) : valueName(status, language)
  return badge(text, tones[status])
}
