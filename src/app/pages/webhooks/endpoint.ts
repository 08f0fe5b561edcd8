import type { ActionId } from '../../../generated/actions.ts'
import { linkButton, type Button } from '../../parts/button/part.ts'
import { moment } from '../../parts/day/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { facts, section } from '../../parts/list/part.ts'
import type { Page } from '../../page.ts'
import { allows, call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { eventList } from '../../show/events.ts'
import { fieldName } from '../../texts/labels.ts'
import { askButton } from '../actions/ask.ts'
import { deliveriesOf } from './deliveries.ts'
import { endpointPath } from './frame.ts'
import { healthOf, type Endpoint } from './health.ts'
import { webhookTexts } from './texts.ts'

/** One endpoint: its settings, what can be done with it, and its deliveries. */
export const endpointPage: Page = async (request) => {
  const t = webhookTexts[request.language]
  const endpoint = await call(request, 'webhooks_endpoints_get', { endpoint_id: request.params['id']! })
  return {
    title: endpoint.description || endpoint.url,
    trail: [{ text: t.title, href: pathTo(request, 'webhooks') }],
    actions: ways(request, endpoint),
    body: [
      section('settings', t.settings, settings(request, endpoint)),
      section('deliveries', t.deliveries, await deliveriesOf(request, endpoint)),
    ],
  }
}

function settings(request: AppRequest, endpoint: Endpoint): Child {
  const { language, organization } = request
  const t = webhookTexts[language]
  const { url, event_types, secret_hint, previous_secret_expires_at, created_at } = endpoint
  const when = (at: string) => moment(at, language, organization.timeZone)
  return facts([
    { name: t.state, value: healthOf(request, endpoint) },
    { name: fieldName('url', language), value: url },
    { name: t.types, value: eventsOf(request, event_types) },
    {
      name: t.secret,
      value: [
        html`<code>${secret_hint}</code>`,
        previous_secret_expires_at !== null &&
          html` <span class="note">${t.secretUntil} ${when(previous_secret_expires_at)}</span>`,
      ],
    },
    { name: t.made, value: when(created_at) },
  ])
}

/** More types than these are folded. */
const atAGlance = 4

/** The events that an endpoint gets, as sentences beside the names that its program knows. */
function eventsOf({ language }: AppRequest, types: readonly string[]): Child {
  const sentences = eventList(types, language)
  if (types.length <= atAGlance) return sentences
  return html`<details class="fold">
    <summary>${webhookTexts[language].typesOfEvents(types.length)}</summary>
    ${sentences}
  </details>`
}

function ways(request: AppRequest, { id, enabled }: Endpoint): Child {
  const t = webhookTexts[request.language]
  const back = endpointPath(request, id)
  const one = { endpoint_id: id }
  const toForm = (action: ActionId, button: Button, next = back): Child =>
    allows(request, action) && linkButton(formPath(request, action, { ...one, back: next }), button)
  return [
    askButton(request, 'webhooks_endpoints_test', one, back, { text: t.test, kind: 'main' }),
    toForm('webhooks_endpoints_update', { text: t.change }),
    askButton(request, 'webhooks_endpoints_update', { ...one, enabled: String(!enabled) }, back, {
      text: enabled ? t.turnOff : t.turnOn,
    }),
    toForm('webhooks_endpoints_roll_secret', { text: t.roll }),
    toForm('webhooks_endpoints_delete', { text: t.delete, kind: 'danger' }, pathTo(request, 'webhooks')),
  ]
}
