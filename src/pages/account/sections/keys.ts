import { randomUUID } from 'node:crypto'
import type { components } from '../../../generated/contract.ts'
import { choices, field, form, hidden } from '../../form.ts'
import { html } from '../../html.ts'
import type { Child } from '../../../html/html.ts'
import { formatDay, formatMoment } from '../../language.ts'
import { keyTexts } from '../../texts/keys.ts'
import type { MemberRequest } from '../member.ts'
import { ask, rows, section, tag } from '../components.ts'
import type { FormState } from '../form-state.ts'

type ApiKey = components['schemas']['ApiKey']

/** The member's API keys, and the form of a new one. */
export function keysSection(
  request: MemberRequest,
  { key: typed }: FormState,
  keys: readonly ApiKey[],
): Child {
  const { caller, organization, language } = request
  const t = keyTexts[language]
  const zone = caller.organization.timeZone
  const items = keys.map(({ id, name, audience, last4, created_at, last_used_at }) => ({
    name: [html`<span>${name}</span>`, tag(t.audiences[audience].short)],
    lines: [
      html`<code>hrk_…${last4}</code> · ${t.created(formatDay(created_at, language, zone))}`,
      last_used_at === null ? t.unused : t.used(formatMoment(last_used_at, language, zone)),
    ],
    action: ask({
      open: t.revoke,
      label: t.revokeOne(name),
      question: t.revokeQuestion(name),
      confirm: t.revokeConfirm,
      action: `/${organization.slug}/account/keys/revoke`,
      values: { id },
    }),
  }))
  return section('keys', t.title, t.about, ...rows(items), newKey(request, typed))
}

function newKey({ caller, organization, language }: MemberRequest, typed: FormState['key']): Child {
  const t = keyTexts[language]
  const audiences = caller.audiences.map((value) => ({ value, ...t.audiences[value] }))
  const [first, ...others] = audiences
  if (!first) return undefined
  const fields = [
    hidden('request', randomUUID()),
    field({
      id: 'key-name',
      name: 'name',
      label: t.name,
      value: typed?.name,
      help: t.nameHelp,
      error: typed?.problem,
      autocomplete: 'off',
      maxlength: 80,
    }),
    others.length > 0
      ? choices('audience', t.audience, audiences, typed?.audience ?? first.value)
      : hidden('audience', first.value),
  ]
  return html`
    <details class="more" open=${typed !== undefined}>
      <summary class="button quiet small">${t.make}</summary>
      ${form({ action: `/${organization.slug}/account/keys`, fields, submit: t.create, label: t.make })}
    </details>
  `
}
