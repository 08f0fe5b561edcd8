import { html } from '../../html.ts'
import type { Child } from '../../../html/html.ts'
import { formatMoment } from '../../language.ts'
import { sessionTexts } from '../../texts/sessions.ts'
import { callAction, type MemberRequest } from '../member.ts'
import { button, rows, section, tag } from '../components.ts'

/** Where the member is signed in. */
export async function sessionsSection(request: MemberRequest): Promise<Child> {
  const { caller, organization, language } = request
  const t = sessionTexts[language]
  const path = `/${organization.slug}/account/sessions/end`
  const sessions = await callAction(request, 'platform_sessions_list', {})
  const items = sessions
    .toSorted((a, b) => Number(b.current) - Number(a.current))
    .map(({ id, browser, network, created_at, last_used_at, current }) => {
      const name = browser ?? t.unknown
      const zone = caller.organization.timeZone
      const moment = formatMoment(created_at, language, zone)
      return {
        name: [html`<span>${name}</span>`, current && tag(t.current, true)],
        lines: [
          [t.since(moment), network !== null && ` · ${t.network(network)}`],
          last_used_at !== null && t.used(formatMoment(last_used_at, language, zone)),
        ],
        action: !current && button(path, { session: id }, t.end, t.endOne(name, moment)),
      }
    })
  const others = sessions.length > 1 && html`<div>${button(path, { others: 'true' }, t.endOthers)}</div>`
  return section('sessions', t.title, t.about, ...rows(items), others)
}
