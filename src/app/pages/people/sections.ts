import type { Result } from '../../../actions/action.ts'
import { badge } from '../../parts/badge/part.ts'
import { linkButton } from '../../parts/button/part.ts'
import { day, moment } from '../../parts/day/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { facts, list, section, type Fact } from '../../parts/list/part.ts'
import { portrait } from '../../parts/portrait/part.ts'
import { allows, formPath, pathTo, type AppRequest } from '../../request.ts'
import { factsOf, show } from '../../show/value.ts'
import { fieldName, valueName } from '../../texts/labels.ts'
import { detailOf } from '../actions/related.ts'
import { imageTexts } from '../images/texts.ts'
import { statusBadge } from './people.ts'
import { personTexts } from './person-texts.ts'

type Person = Result<'org_people_get'>
type Field = Result<'org_fields_list'>[number]

/** A part of the page that is not for this reader. */
export const hiddenFact = ({ language }: AppRequest): Child =>
  html`<p>${badge(personTexts[language].hidden)}</p>`

/** Title, unit and manager below the name of a person. */
export function leadOf(request: AppRequest, { title, unit, manager, status }: Person): Child {
  const t = personTexts[request.language]
  const parts: Child[] = [
    statusBadge(request, status),
    title,
    unit?.name,
    manager && [
      t.reportsTo,
      ' ',
      html`<a href=${pathTo(request, `people/${manager.id}`)}>${manager.name}</a>`,
    ],
  ].filter(Boolean)
  return parts.map((part, index) => [index > 0 && ' · ', part])
}

/** The photo, which leads to where it is changed, for those who may. */
export function photoOf(request: AppRequest, { id, name, photo_url: url, erased_at }: Person): Child {
  const t = imageTexts[request.language]
  const isOwn = id === request.caller.personId
  const href = allows(request, 'org_people_photo_upload')
    ? pathTo(request, `people/${id}/photo`)
    : isOwn && allows(request, 'org_me_photo_upload')
      ? pathTo(request, 'profile/photo')
      : undefined
  const picture = portrait(url, name, { large: true })
  if (erased_at !== null) return picture
  return html`<div class="portrait-box">
    ${picture}${href !== undefined && html`<a class="note" href=${href}>${t.change}</a>`}
  </div>`
}

/** Facts that stay of somebody whose data was erased: their work e-mail is a placeholder. */
const namesOfErased = ['location', 'start_date', 'original_start_date', 'end_date'] as const

/** Contact at work, and the days of the employment. */
export function workOf(request: AppRequest, person: Person, positions: Result<'org_positions_list'>): Child {
  const t = personTexts[request.language]
  const names = [
    'work_email',
    'work_phone',
    'location',
    'start_date',
    'original_start_date',
    'end_date',
    'employee_number',
    'preferred_name',
  ] as const
  return section('work', t.work, [
    factsOf(request, pick(person, person.erased_at === null ? names : namesOfErased)),
    positions.length > 0 &&
      list(
        positions.map(({ id, title, filled_on }) => ({
          name: title,
          href: pathTo(request, `positions/${id}`),
          note: t.fills,
          end: filled_on !== null && day(filled_on, request.language),
        })),
      ),
  ])
}

/** The terms of the job. */
export function jobOf(request: AppRequest, person: Person): Child {
  const t = personTexts[request.language]
  if (person.hidden_fields.includes('job')) return section('job', t.job, hiddenFact(request))
  if (!person.job) return undefined
  const names = [
    'legal_entity',
    'employment_type',
    'fte',
    'weekly_hours',
    'contract_type',
    'contract_end_date',
    'probation_end_date',
    'notice_period_days',
  ] as const
  return section('job', t.job, factsOf(request, pick(person.job, names)))
}

/** Private and payroll details, and the company's own fields. */
export function detailsOf(request: AppRequest, person: Person, fields: readonly Field[]): Child {
  const t = personTexts[request.language]
  const names = [
    'birthday',
    'gender',
    'nationality',
    'contact',
    'tax_id',
    'social_security_number',
    'iban',
  ] as const
  const isHidden = names.every((name) => person.hidden_fields.includes(name))
  const own = customFacts(request, person, fields)
  return [
    section(
      'details',
      t.details,
      isHidden
        ? hiddenFact(request)
        : factsOf(request, {
            ...pick(person, person.contact ? names.filter((name) => name !== 'contact') : names),
            ...(person.contact && contactOf(person.contact)),
            hidden_fields: person.hidden_fields,
          }),
    ),
    own.length > 0 && section('custom', t.custom, facts(own)),
  ]
}

/** Ways to reach a person privately; an address in one line. */
function contactOf({ address, ...others }: NonNullable<Person['contact']>): Record<string, unknown> {
  const { line1, line2, postal_code: code, city, region, country } = address ?? {}
  const town = [code, city].filter(Boolean).join(' ')
  const line = [line1, line2, town, region, country].filter(Boolean).join(', ')
  return { ...others, address: line || null }
}

/** The company's own fields. Files stand among the documents; here they would look as if there were none. */
function customFacts(request: AppRequest, person: Person, fields: readonly Field[]): Fact[] {
  const { language } = request
  const hidden = person.hidden_fields.flatMap((name) =>
    name.startsWith('custom.') ? [name.slice('custom.'.length)] : [],
  )
  const known = new Map(fields.map((field) => [field.key, field]))
  const labelOf = (key: string): string => known.get(key)?.label ?? fieldName(key, language)
  return [
    ...Object.entries(person.custom ?? {})
      .filter(([key]) => !hidden.includes(key) && known.get(key)?.type !== 'file')
      .map(([key, value]) => ({ name: labelOf(key), value: show(request, key, value) })),
    ...hidden.map((key) => ({ name: labelOf(key), value: badge(personTexts[language].hidden) })),
  ]
}

/** The login of a person, if there is one, and open invites. The members say whether it is disabled: this may not sound as if it were not. */
export function loginOf(
  request: AppRequest,
  { has_login: has }: Person,
  invites: Result<'org_invites_list'> | undefined,
): Child {
  const { language, organization } = request
  const t = personTexts[language]
  return section(
    'login',
    t.login,
    html`<p>${badge(has ? t.hasLogin : t.hasNoLogin)}</p>`,
    !has &&
      invites &&
      invites.length > 0 &&
      list(
        invites.map(({ role, expires_at: until }) => ({
          name: valueName(role, language),
          note: [t.invitedUntil, ' ', moment(until, language, organization.timeZone)],
        })),
      ),
  )
}

/** The people who report to a person, while there are some. */
export function reportsOf(
  request: AppRequest,
  reports: Result<'org_people_list'> | undefined,
  id: string,
  asOf: string | undefined,
): Child {
  const t = personTexts[request.language]
  if (!reports || reports.people.length === 0) return undefined
  return section(
    'reports',
    `${t.reports} (${reports.total})`,
    list(
      reports.people.map((one) => ({
        name: one.name,
        href: pathTo(request, `people/${one.id}`, { as_of: asOf }),
        note: one.title,
        end: statusBadge(request, one.status),
      })),
    ),
    reports.next !== null &&
      html`<div class="row">
        ${linkButton(pathTo(request, 'people', { manager_id: id, as_of: asOf }), { text: t.allReports, small: true })}
      </div>`,
  )
}

/** Changes of a person that wait for an approval, and the way to those that were decided, while there are some. */
export function requestsOf(
  request: AppRequest,
  requests: Result<'org_approvals_list'> | undefined,
  id: string,
): Child {
  const { language } = request
  const t = personTexts[language]
  if (!requests || requests.items.length === 0) return undefined
  const open = requests.items.filter(({ status }) => status === 'pending')
  return section(
    'requests',
    open.length > 0 ? t.requests : t.approvals,
    open.length > 0 &&
      list(
        open.map(({ id, change, effective_date: on, waiting_for: whom }) => ({
          name: valueName(change, language),
          href: detailOf(request, 'approval_request', id),
          note: [day(on, language), whom !== null && [' · ', t.waitsFor, ' ', valueName(whom, language)]],
        })),
      ),
    open.length < requests.items.length &&
      html`<div class="row">
        ${linkButton(pathTo(request, 'approvals', { status: 'closed', person_id: id }), { text: t.closedRequests, small: true })}
      </div>`,
  )
}

/** The newest entries of the log about a person, for those who read all of it. */
export function activityOf(
  request: AppRequest,
  activity: Result<'platform_activity_list'> | undefined,
  id: string,
): Child {
  const { language, organization } = request
  const t = personTexts[language]
  if (!activity || activity.items.length === 0) return undefined
  return section(
    'activity',
    t.activity,
    list(
      activity.items.map(({ summary, subject, actor, at }) => ({
        name: summary.replaceAll('{subject}', () => subject?.name ?? ''),
        note: [actor.name, ' · ', moment(at, language, organization.timeZone)],
      })),
    ),
    activity.next_before !== null &&
      html`<div class="row">
        ${linkButton(formPath(request, 'platform_activity_list', { person_id: id }), { text: t.allActivity, small: true })}
      </div>`,
  )
}

const pick = <T extends object, K extends keyof T>(record: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, K>
