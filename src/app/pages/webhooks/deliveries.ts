import type { Result } from '../../../actions/action.ts'
import { forms } from '../../../generated/forms.ts'
import { readValues, Sent } from '../../forms/read.ts'
import { badge, type Tone } from '../../parts/badge/part.ts'
import { carried, linkButton, submit } from '../../parts/button/part.ts'
import { moment } from '../../parts/day/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { field, select, type Choice } from '../../parts/field/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { live } from '../../parts/live/part.ts'
import { table, type Column } from '../../parts/table/part.ts'
import { tabs } from '../../parts/tabs/part.ts'
import { allows, formPath, pathTo, perform, type AppRequest } from '../../request.ts'
import { eventSentence } from '../../texts/events.ts'
import { valueName } from '../../texts/labels.ts'
import { askButton, asking } from '../actions/ask.ts'
import { endpointPath } from './frame.ts'
import type { Endpoint } from './health.ts'
import { webhookTexts } from './texts.ts'

type Deliveries = Result<'webhooks_deliveries_list'>
type Delivery = Deliveries['items'][number]

const statuses = ['pending', 'succeeded', 'failed'] as const
const tones: Readonly<Record<Delivery['status'], Tone>> = {
  pending: 'warn',
  succeeded: 'good',
  failed: 'danger',
}

/** A page of the deliveries of an endpoint, and the ways to send them again. */
export async function deliveriesOf(request: AppRequest, endpoint: Endpoint): Promise<Child> {
  const { language, search } = request
  const t = webhookTexts[language]
  const given = readValues(forms.webhooks_deliveries_list.fields, new Sent(search))
  const { data } = await perform(request, 'webhooks_deliveries_list', { ...given, endpoint_id: endpoint.id })
  const { items, next_before } = data as Deliveries
  const path = `webhooks/${endpoint.id}`
  const status = search.get('status') ?? undefined
  return [
    html`<p class="note">${t.deliveriesHelp}</p>`,
    endpoint.enabled && resendForm(request, endpoint),
    live(t.count(items.length), [
      tabs(
        t.which,
        [undefined, ...statuses].map((one) => ({
          text: one === undefined ? t.all : valueName(one, language),
          href: pathTo(request, path, { status: one }),
          current: one === status,
        })),
      ),
      table<Delivery>({
        caption: t.deliveries,
        rows: items,
        stack: true,
        none: empty(t.noDeliveries),
        columns: columnsOf(request, endpoint),
        foot:
          next_before !== null &&
          linkButton(pathTo(request, path, { status, before: next_before }), { text: t.older, small: true }),
      }),
    ]),
  ]
}

function columnsOf(request: AppRequest, endpoint: Endpoint): Column<Delivery>[] {
  const { language, organization } = request
  const t = webhookTexts[language]
  const when = (at: string) => moment(at, language, organization.timeZone)
  return [
    {
      name: t.event,
      value: ({ event_type, created_at }) =>
        html`${eventSentence(event_type, language)}<br /><span class="note"
            ><code>${event_type}</code> · ${when(created_at)}</span
          >`,
    },
    { name: t.status, value: ({ status }) => badge(valueName(status, language), tones[status]) },
    { name: t.attempts, value: ({ attempt }) => attempt, end: true },
    { name: t.answer, value: answerOf },
    { name: t.why, value: ({ error }) => error ?? '–' },
    {
      name: t.next,
      value: ({ next_attempt_at }) => (next_attempt_at === null ? '–' : when(next_attempt_at)),
    },
    ...(endpoint.enabled && allows(request, 'webhooks_deliveries_resend')
      ? [{ name: t.again, value: (delivery: Delivery) => againButton(request, endpoint, delivery) }]
      : []),
  ]
}

/** The status of the answer and the time it took, such as `204 · 35 ms`. */
const answerOf = ({ response_status, duration_ms }: Delivery): Child =>
  [response_status, duration_ms !== null && `${duration_ms}\u00a0ms`]
    .filter((one) => one !== null && one !== false)
    .join('\u00a0· ') || '–'

/** The way to send a delivery again, but for one that is still to be tried. */
const againButton = (
  request: AppRequest,
  endpoint: Endpoint,
  { id, status, event_type }: Delivery,
): Child => {
  const { again } = webhookTexts[request.language]
  return status === 'pending'
    ? '–'
    : askButton(
        request,
        'webhooks_deliveries_resend',
        { delivery_id: id },
        endpointPath(request, endpoint.id),
        {
          text: again,
          label: `${again}: ${eventSentence(event_type, request.language)}`,
          small: true,
        },
      )
}

const hour = 3_600_000
const spans = { hour, day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour } as const

/**
 * The form that sends again what failed of the deliveries since a time: one of a few, so that nobody types a moment. Deliveries
 * are older than their failures, so a week is chosen first: all attempts at one take a day and a half.
 */
function resendForm(request: AppRequest, { id }: Endpoint): Child {
  if (!allows(request, 'webhooks_deliveries_resend')) return undefined
  const t = webhookTexts[request.language]
  const now = request.runtime.clock().getTime()
  const before = (ms: number) => new Date(now - ms).toISOString()
  const choices: Choice[] = Object.entries(spans).map(([name, ms]) => ({
    value: before(ms),
    label: t.spans[name as keyof typeof spans],
  }))
  return html`
    <form class="row" method="post" action=${formPath(request, 'webhooks_deliveries_resend')}>
      ${Object.entries({ endpoint_id: id, ...asking(endpointPath(request, id)) }).map(([name, value]) => carried(name, value))}
      ${field({
        id: 'failed-since',
        label: t.resend,
        control: (aria) => select(aria, 'failed_since', choices, before(spans.week)),
      })}
      ${submit({ text: t.again })}
    </form>
  `
}
