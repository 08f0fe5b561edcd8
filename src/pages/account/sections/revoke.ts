import type { components } from '../../../generated/contract.ts'
import { isDay, today, type Day } from '../../../domain/day.ts'
import { field, form, hidden, linkButton, notice } from '../../form.ts'
import { html } from '../../html.ts'
import type { Child } from '../../../html/html.ts'
import { formatDay } from '../../language.ts'
import { revokeTexts } from '../../texts/revoke.ts'
import { callAction, type MemberRequest } from '../member.ts'
import { section } from '../components.ts'
import type { FormState } from '../form-state.ts'

type KeyOrApp = components['schemas']['KeyOrApp']

/**
 * Revokes all keys and apps made since a day: a first form asks for the day, and shows which they are; a second one does it.
 */
export async function revokeSection(request: MemberRequest, { since }: FormState): Promise<Child> {
  const { runtime, caller, language } = request
  const day =
    since !== undefined && isDay(since) && since <= today(runtime.clock(), caller.organization.timeZone)
      ? since
      : undefined
  const late = day === undefined ? [] : await findLate(request, day)
  const t = revokeTexts[language]
  return section(
    'revoke',
    t.title,
    t.about,
    day !== undefined && late.length > 0
      ? question(request, day, late)
      : askDay(request, since, day !== undefined),
  )
}

/** Finds the keys and apps that would be revoked. */
async function findLate(request: MemberRequest, since: Day): Promise<KeyOrApp[]> {
  const { revoked } = await callAction(request, 'platform_access_revoke', { since }, { dryRun: true })
  return [...revoked.api_keys, ...revoked.apps]
}

function askDay(
  { runtime, caller, organization, language }: MemberRequest,
  since: string | undefined,
  none: boolean,
): Child {
  const t = revokeTexts[language]
  const fields = field({
    ...{ name: 'since', label: t.since, type: 'date', value: since, autocomplete: 'off', maxlength: 10 },
    ...(since !== undefined && !none && { error: t.wrongDay }),
    help: t.help(formatDay(runtime.clock(), language, caller.organization.timeZone)),
  })
  return [
    none && notice(t.none),
    form({
      action: `/${organization.slug}/account#revoke`,
      fields,
      submit: t.show,
      kind: 'quiet',
      method: 'get',
      label: t.title,
    }),
  ]
}

function question(
  { caller, organization, language }: MemberRequest,
  since: string,
  late: readonly KeyOrApp[],
): Child {
  const t = revokeTexts[language]
  const { timeZone } = caller.organization
  return html`
    <div class="asked" role="group" aria-label=${t.title}>
      <p>${t.question(formatDay(`${since}T12:00:00Z`, language, 'UTC'))}</p>
      <ul>
        ${late.map(({ name, created_at }) => html`<li>${name}, ${formatDay(created_at, language, timeZone)}</li>`)}
      </ul>
      ${form({ action: `/${organization.slug}/account/revoke`, fields: hidden('since', since), submit: t.confirm(late.length), kind: 'danger' })}
      ${linkButton(`/${organization.slug}/account#revoke`, t.another, 'quiet')}
    </div>
  `
}
