import type { components } from '../../../generated/contract.ts'
import { html } from '../../html.ts'
import type { Child } from '../../../html/html.ts'
import { formatDay, formatMoment } from '../../language.ts'
import { appTexts } from '../../texts/apps.ts'
import type { MemberRequest } from '../member.ts'
import { ask, rows, section, tag } from '../components.ts'

type Connection = components['schemas']['Connection']

/** The apps that the member has connected. */
export function appsSection(
  { caller, organization, language }: MemberRequest,
  apps: readonly Connection[],
): Child {
  const t = appTexts[language]
  const zone = caller.organization.timeZone
  const items = apps.map((app) => {
    const used = app.last_used_at === null ? t.unused : t.used(formatMoment(app.last_used_at, language, zone))
    return {
      name: [html`<span>${app.client_name}</span>`, tag(t.audiences[app.audience])],
      lines: [whoMadeIt(app, t), `${t.since(formatDay(app.created_at, language, zone))} · ${used}`],
      action: ask({
        open: t.disconnect,
        label: t.disconnectOne(app.client_name),
        question: t.question(app.client_name),
        confirm: t.confirm,
        action: `/${organization.slug}/account/apps/disconnect`,
        values: { id: app.id },
      }),
    }
  })
  const none = html`<div class="row"><p class="lead">${t.none}</p></div>`
  return section('apps', t.title, t.about, ...(items.length > 0 ? rows(items) : [none]))
}

/** An app may call itself anything: only a host that publishes it says who made it. */
function whoMadeIt({ client_host, redirect_host, redirect_kind }: Connection, t: typeof appTexts.en): string {
  if (client_host !== null) return t.published(client_host)
  return redirect_kind === 'local' ? t.local : t.unproven(redirect_host)
}
