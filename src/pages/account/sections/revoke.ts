import type { KeyOrApp } from '../../../auth/keys-and-apps.ts'
import { listOwnAccess } from '../../../auth/own-login.ts'
import { isDay, today } from '../../../domain/day.ts'
import { field, form, hidden, linkButton, notice } from '../../form.ts'
import { html } from '../../html.ts'
import type { Child } from '../../../html/html.ts'
import { formatDay } from '../../language.ts'
import { revokeTexts } from '../../texts/revoke.ts'
import type { MemberRequest } from '../member.ts'
import { section } from '../components.ts'
import type { FormState } from '../form-state.ts'

/**
 * Revokes all keys and apps made since a day: a first form asks for the day, and shows which they are; a second one does it.
 * Nothing for who has none.
 */
export async function revokeSection(request: MemberRequest, { since }: FormState): Promise<Child> {
  const { runtime, caller, language } = request
  const day =
    since !== undefined && isDay(since) && since <= today(runtime.clock(), caller.organization.timeZone)
      ? since
      : undefined
  const { revoked, alive } = await listOwnAccess(runtime, caller, day)
  const late = [...revoked.api_keys, ...revoked.apps]
  if (late.length + alive.api_keys.length + alive.apps.length === 0) return undefined
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
