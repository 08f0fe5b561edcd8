import type { Result } from '../../../actions/action.ts'
import { searchText } from '../../../domain/search.ts'
import type { ActionId } from '../../../generated/actions.ts'
import { badge } from '../../parts/badge/part.ts'
import { linkButton } from '../../parts/button/part.ts'
import { moment } from '../../parts/day/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { field, input } from '../../parts/field/part.ts'
import { filters } from '../../parts/filters/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { section } from '../../parts/list/part.ts'
import { more } from '../../parts/more/part.ts'
import { table } from '../../parts/table/part.ts'
import type { Page } from '../../page.ts'
import { pageOf } from '../../paging.ts'
import {
  addressOf,
  addressWith,
  allows,
  call,
  formPath,
  may,
  pathTo,
  type AppRequest,
} from '../../request.ts'
import { show } from '../../show/value.ts'
import { formTexts } from '../../texts/forms.ts'
import { valueName } from '../../texts/labels.ts'
import { memberTexts } from './texts.ts'

type Member = Result<'platform_members_list'>[number]
type Invite = Result<'org_invites_list'>[number]

/** So many members, and as many invites, are on a page. */
const onPage = 100

/** Members with their roles, and the invites that are open: in pages, or those that a search finds. */
export const membersPage: Page = async (request) => {
  const t = memberTexts[request.language]
  const back = pathTo(request, 'members')
  const own = request.caller.membershipId
  const [members, invites, [leaves]] = await Promise.all([
    call(request, 'platform_members_list', {}),
    allows(request, 'org_invites_list')
      ? call(request, 'org_invites_list', { include_closed: false })
      : undefined,
    // Nobody shuts themselves out.
    allows(request, memberActions.disable)
      ? may(request, [{ action: memberActions.disable, input: { membership_id: own } }])
      : [],
  ])
  const q = request.search.get('q')?.trim() ?? ''
  const [foundMembers, foundInvites] = [
    members.filter(({ name, email }) => isFound(q, name, email)),
    (invites ?? []).filter(({ email }) => isFound(q, email)),
  ]
  const page = pageOf(foundMembers, request.search, { most: onPage })
  const invited = pageOf(foundInvites, request.search, { name: 'invites', most: onPage })
  const offersAgain = await givableRoles(request, invited.rows)
  const offersDisable = ({ membership_id: id }: Member): boolean => id !== own || leaves?.allowed === true
  return {
    title: t.title,
    lead: t.lead,
    actions:
      allows(request, 'org_invites_create') &&
      linkButton(formPath(request, 'org_invites_create', { back }), { text: t.invite, kind: 'main' }),
    body: [
      (q !== '' || members.length + (invites?.length ?? 0) > onPage) && searchFor(request, q),
      section(
        'members',
        t.members,
        memberTable(request, page.rows, offersDisable),
        wayOn(request, 'from', page.next),
      ),
      invites &&
        section(
          'invites',
          t.invites,
          inviteTable(request, invited.rows, offersAgain),
          wayOn(request, 'invites', invited.next, '#invites'),
          html`<p class="note">${t.onceHelp}</p>`,
        ),
    ],
  }
}

/** Tells whether each word of a search is a part of one of the texts. */
function isFound(q: string, ...texts: readonly string[]): boolean {
  const all = texts.map(searchText)
  return wordsOf(q).every((word) => all.some((text) => text.includes(word)))
}

/** Longer searches than a name and an address are not looked at further. */
const wordsInSearch = 8
const wordsOf = (q: string): string[] =>
  searchText(q.slice(0, 200)).split(' ').filter(Boolean).slice(0, wordsInSearch)

const searchFor = (request: AppRequest, q: string): Child => {
  const t = memberTexts[request.language]
  return filters({
    action: pathTo(request, 'members'),
    row: field({
      id: 'q',
      label: t.words,
      control: (aria) => input(aria, { name: 'q', value: q, type: 'search' }),
    }),
    submit: t.show,
    clear: q === '' ? undefined : { text: t.all, href: pathTo(request, 'members') },
  })
}

/** The way to the next page of one of the lists. */
function wayOn(request: AppRequest, name: string, next: string | undefined, place = ''): Child {
  if (next === undefined) return undefined
  return html`<div class="row">
    ${linkButton(`${addressWith(request, { [name]: next })}${place}`, { text: formTexts[request.language].nextPage, small: true })}
  </div>`
}

function memberTable(
  request: AppRequest,
  rows: readonly Member[],
  offersDisable: (member: Member) => boolean,
): Child {
  const { language } = request
  const t = memberTexts[language]
  const changes = (Object.values(memberActions) as ActionId[]).some((id) => allows(request, id))
  return table({
    caption: t.members,
    stack: true,
    rows,
    none: empty(request.search.get('q') ? t.noneFound : t.none),
    columns: [
      { name: t.name, value: (member) => nameOf(request, member) },
      { name: t.email, value: ({ email }) => email },
      { name: t.role, value: ({ roles }) => roles.map((role) => valueName(role, language)).join(', ') },
      {
        name: t.state,
        value: ({ status, has_login }) => [
          badge(valueName(status, language), status === 'active' ? 'good' : 'danger'),
          !has_login && [' ', badge(t.noLogin, 'warn')],
        ],
      },
      ...(changes
        ? [{ name: t.actions, value: (member: Member) => waysOf(request, member, offersDisable(member)) }]
        : []),
    ],
  })
}

const nameOf = (request: AppRequest, { name, person_id }: Member): Child =>
  person_id === null
    ? [name, ' ', html`<span class="note">${memberTexts[request.language].noPerson}</span>`]
    : show(request, 'person', { id: person_id, name, title: null, photo_url: null })

const memberActions = {
  setRole: 'platform_members_set_role',
  link: 'platform_members_link_person',
  enable: 'platform_members_enable',
  disable: 'platform_members_disable',
} as const satisfies Record<string, ActionId>

function waysOf(request: AppRequest, { membership_id, name, status }: Member, offersDisable: boolean): Child {
  const t = memberTexts[request.language]
  const offered = ['setRole', 'link', status === 'active' ? 'disable' : 'enable'] as const
  return more(
    t.actions,
    name,
    offered
      .filter((one) => allows(request, memberActions[one]) && (one !== 'disable' || offersDisable))
      .map((one) => ({
        text: t[one],
        href: formPath(request, memberActions[one], { membership_id, back: addressOf(request) }),
        danger: one === 'disable',
      })),
  )
}

/** The roles of invites that the reader could send: platform.can tells it of one invite for each. */
async function givableRoles(request: AppRequest, invites: readonly Invite[]): Promise<ReadonlySet<string>> {
  if (!allows(request, 'org_invites_create')) return new Set()
  const each = [...new Map(invites.map((invite) => [invite.role, invite])).values()]
  const answers = await may(
    request,
    each.map(({ person_id, role }) => ({ action: 'org_invites_create', input: { person_id, role } })),
  )
  return new Set(each.filter((_, index) => answers[index]?.allowed).map(({ role }) => role))
}

function inviteTable(request: AppRequest, rows: readonly Invite[], again: ReadonlySet<string>): Child {
  const { language, organization } = request
  const t = memberTexts[language]
  const when = (at: string) => moment(at, language, organization.timeZone)
  const back = addressOf(request)
  return table({
    caption: t.invites,
    stack: true,
    rows,
    none: empty(request.search.get('q') ? t.noneFound : t.noInvites),
    columns: [
      { name: t.email, value: ({ email }) => email },
      { name: t.role, value: ({ role }) => valueName(role, language) },
      { name: t.made, value: ({ created_at }) => when(created_at) },
      { name: t.until, value: ({ expires_at }) => when(expires_at) },
      {
        name: t.actions,
        value: ({ id, person_id, email, role }) =>
          more(t.actions, email, [
            ...(again.has(role)
              ? [{ text: t.again, href: formPath(request, 'org_invites_create', { person_id, role, back }) }]
              : []),
            ...(allows(request, 'org_invites_revoke')
              ? [
                  {
                    text: t.revoke,
                    href: formPath(request, 'org_invites_revoke', { invite_id: id, back }),
                    danger: true,
                  },
                ]
              : []),
          ]),
      },
    ],
  })
}
