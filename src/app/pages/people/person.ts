import type { Result } from '../../../actions/action.ts'
import { today as dayAt, type Day } from '../../../domain/day.ts'
import { ApiError } from '../../../errors.ts'
import type { Page, Screen } from '../../page.ts'
import { day } from '../../parts/day/part.ts'
import type { Child } from '../../parts/html.ts'
import { section } from '../../parts/list/part.ts'
import { notice } from '../../parts/notice/part.ts'
import { split } from '../../parts/split/part.ts'
import { allows, call, pathTo, type AppRequest } from '../../request.ts'
import { checklistsOf, loadChecklists } from '../checklists/of-person.ts'
import type { Run } from '../checklists/checklists.ts'
import { documentsOf, loadDocuments, type SomeDocuments } from '../documents/of-person.ts'
import { historyOf, offersOfRows, type History } from './history.ts'
import { offered, type Offer } from './offers.ts'
import { offersOfPay, payOf, type Pay } from './pay.ts'
import { personTexts } from './person-texts.ts'
import {
  activityOf,
  detailsOf,
  hiddenFact,
  jobOf,
  photoOf,
  leadOf,
  loginOf,
  reportsOf,
  requestsOf,
  workOf,
} from './sections.ts'

export type Person = Result<'org_people_get'>

/** A page shows so many reports and entries of the log; its links lead to the others. */
const shown = { reports: 50, activity: 10, positions: 5 }

/** Everything about a person that the reader may see, as of a day. */
export const personPage: Page = (request) => {
  const { params, search } = request
  const [id, asOf] = [params['id']!, search.get('as_of') || undefined]
  return personScreen(request, id, pathTo(request, `people/${id}`, { as_of: asOf }), asOf)
}

/**
 * A person as a page.
 *
 * @param back the address of the page, to which forms come back
 */
export async function personScreen(
  request: AppRequest,
  id: string,
  back: string,
  asOf?: string,
): Promise<Screen> {
  const { language } = request
  const t = personTexts[language]
  const today = todayOf(request)
  const loaded = await load(request, id, asOf)
  const { person, history, pay } = loaded
  const own = offersOf(request, person, today)
  const isErased = person.erased_at !== null
  const ofRows = isErased ? undefined : history && offersOfRows(request, history, id, today)
  const ofPay = isErased ? undefined : pay && offersOfPay(request, pay, id, today)
  const buttons = await offered(
    request,
    [...own, ...[...(ofRows?.values() ?? [])].flat(), ...(ofPay ? [ofPay.add, ...ofPay.rows.values()] : [])],
    back,
  )
  const of = (offers: readonly (Offer | undefined)[]): Child[] =>
    offers.flatMap((offer) => (offer && buttons.has(offer) ? [buttons.get(offer)] : []))
  const sees = (value: unknown, content: () => Child): Child =>
    value === undefined ? hiddenFact(request) : content()
  return {
    title: person.name,
    lead: leadOf(request, person),
    picture: photoOf(request, person),
    trail: [{ text: t.people, href: pathTo(request, 'people', { as_of: asOf }) }],
    actions: of(own),
    body: [
      asOf !== undefined && notice([t.on, ' ', day(asOf, language)]),
      isErased && notice(t.erased, 'warn'),
      split(
        [
          requestsOf(request, loaded.requests, id),
          section(
            'history',
            t.history,
            sees(history, () => historyOf(request, history!, today, (row) => of(ofRows?.get(row) ?? []))),
          ),
          reportsOf(request, loaded.reports, id, asOf),
          section(
            'pay',
            t.pay,
            sees(pay, () =>
              payOf(request, payNow(pay!, history, today), of([ofPay?.add]), (row) =>
                of([ofPay?.rows.get(row)]),
              ),
            ),
          ),
          !isErased && checklistsOf(request, loaded.checklists, id, back),
          !isErased &&
            documentsOf(request, loaded.documents ?? { documents: [], total: 0 }, {
              personId: id,
              fields: loaded.fields,
              back,
            }),
          activityOf(request, loaded.activity, id),
        ],
        [
          workOf(request, person, loaded.positions),
          jobOf(request, person),
          detailsOf(request, person, loaded.fields),
          loginOf(request, person, loaded.invites),
        ],
      ),
    ],
  }
}

/** The pay of a person: who does not work here today earns nothing now, whatever the last row says and whichever day is shown. */
const payNow = (pay: Pay, history: History | undefined, today: string): Pay =>
  history?.employments.some(
    ({ start_date: from, last_day: to }) => from <= today && (to === null || to >= today),
  )
    ? pay
    : { ...pay, current: null }

/** The day it is at the company. */
export const todayOf = ({ runtime, organization }: AppRequest): string =>
  dayAt(runtime.clock(), organization.timeZone)

interface Loaded {
  person: Person
  /** Undefined: hidden from the reader, as are all below. */
  history: History | undefined
  pay: Pay | undefined
  reports: Result<'org_people_list'> | undefined
  invites: Result<'org_invites_list'> | undefined
  requests: Result<'org_approvals_list'> | undefined
  activity: Result<'platform_activity_list'> | undefined
  documents: SomeDocuments | undefined
  checklists: readonly Run[] | undefined
  /** The positions of the plan that the person fills. */
  positions: Result<'org_positions_list'>
  fields: Result<'org_fields_list'>
  /** The names that the company gave to its own fields, by key. */
}

/** All that the page shows, asked for at once. */
async function load(request: AppRequest, id: string, asOf: string | undefined): Promise<Loaded> {
  // The action refuses what is no day.
  const on = asOf === undefined ? {} : { as_of: asOf as Day }
  const [
    person,
    history,
    pay,
    reports,
    invites,
    requests,
    activity,
    fields,
    documents,
    checklists,
    positions,
  ] = await Promise.all([
    call(request, 'org_people_get', { person_id: id, ...on }),
    ifAllowed(call(request, 'org_people_timeline', { person_id: id })),
    ifAllowed(call(request, 'org_pay_list', { person_id: id })),
    ifAllowed(
      call(request, 'org_people_list', {
        manager_id: id,
        limit: shown.reports,
        include_subunits: false,
        ...on,
      }),
    ),
    allows(request, 'org_invites_list')
      ? call(request, 'org_invites_list', { person_id: id, include_closed: false })
      : undefined,
    ifAllowed(call(request, 'org_approvals_list', { person_id: id, status: 'all', waiting_for_me: false })),
    request.side === 'manage' && allows(request, 'platform_activity_list')
      ? call(request, 'platform_activity_list', { person_id: id, limit: shown.activity })
      : undefined,
    allows(request, 'org_fields_list') ? call(request, 'org_fields_list', { include_archived: false }) : [],
    ifAllowed(loadDocuments(request, id)),
    loadChecklists(request, id),
    request.side === 'manage' && allows(request, 'org_positions_list')
      ? call(request, 'org_positions_list', {
          status: 'filled',
          filled_by_person_id: id,
          limit: shown.positions,
        })
      : [],
  ])
  return {
    ...{ person, history, pay, reports, invites, requests, activity, fields, documents },
    ...{ checklists, positions },
  }
}

/** Leaves out what is not for this reader. The page of a person who does not exist fails by the person itself. */
const ifAllowed = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return undefined
    throw error
  })

/** The changes of a person that make sense today. */
export function offersOf({ language, caller }: AppRequest, person: Person | Listed, today: string): Offer[] {
  const t = personTexts[language]
  const { id, status, end_date: last } = person
  const prefill = { person_id: id }
  const change: Offer = {
    action: 'org_people_change_job',
    input: { person_id: id, effective_date: today, reason: 'change' },
    prefill,
    text: t.changeJob,
  }
  const end: Offer = {
    action: 'org_people_terminate',
    input: { person_id: id, last_day: today },
    prefill,
    text: last === null ? t.end : t.changeEnd,
    kind: 'danger',
  }
  const rehire: Offer = {
    action: 'org_people_rehire',
    input: { person_id: id, start_date: today, title: '-' },
    prefill,
    text: t.rehire,
  }
  const edit: Offer = {
    action: 'org_people_update_profile',
    input: { person_id: id },
    prefill,
    text: t.edit,
  }
  const editOwn: Offer = { action: 'org_me_update_profile', input: {}, prefill: {}, text: t.edit }
  const invite: Offer = { action: 'org_invites_create', input: { person_id: id }, prefill, text: t.invite }
  const isOwn = id === caller.personId
  const take: Offer = isOwn
    ? { action: 'org_me_export_data', input: {}, prefill: {}, text: t.exportOwn }
    : { action: 'org_people_export_data', input: { person_id: id }, prefill, text: t.exportData }
  const erase: Offer = {
    action: 'org_people_erase',
    input: { person_id: id },
    prefill,
    text: t.erase,
    kind: 'danger',
  }
  const works = status !== 'terminated'
  // Of somebody whose data was erased nothing is left to change.
  if (person.erased_at !== null) return [take]
  return [
    ...(works ? [change] : []),
    edit,
    ...(isOwn ? [editOwn] : []),
    ...(person.has_login || !works ? [] : [invite]),
    ...(last !== null ? [rehire] : []),
    take,
    end,
    ...(works || isOwn ? [] : [erase]),
  ]
}

type Listed = Result<'org_people_list'>['people'][number]
