import type { Result } from '../../../actions/action.ts'
import { forms, type FieldShape } from '../../../generated/forms.ts'
import { loadLookups } from '../../forms/lookups.ts'
import { readValues, Sent } from '../../forms/read.ts'
import { emptyState } from '../../forms/state.ts'
import type { Values } from '../../forms/values.ts'
import { badge } from '../../parts/badge/part.ts'
import { linkButton, submit } from '../../parts/button/part.ts'
import { moment } from '../../parts/day/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { checkboxes } from '../../parts/field/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { list, type Item } from '../../parts/list/part.ts'
import { live } from '../../parts/live/part.ts'
import type { Page } from '../../page.ts'
import { allows, call, pathTo, type AppRequest } from '../../request.ts'
import { eventSentence } from '../../texts/events.ts'
import { webhookTabs } from './frame.ts'
import { webhookTexts } from './texts.ts'

type FeedEvent = Result<'webhooks_feed_list'>['events'][number]

const types: readonly FieldShape[] = forms.webhooks_feed_list.fields.filter(({ name }) => name === 'types')

interface Filters {
  types?: string[]
}

/** The number of events on the page. */
const limit = 50

/** The newest events of the feed, each with its JSON, of all types or of some. */
export const eventsPage: Page = async (request) => {
  const t = webhookTexts[request.language]
  const chosen: Filters = readValues(types, new Sent(request.search))
  const { events } = await call(request, 'webhooks_feed_list', { ...chosen, from: 'newest', limit, wait: 0 })
  return {
    title: t.feedTitle,
    lead: t.feedLead,
    trail: [{ text: t.title, href: pathTo(request, 'webhooks') }],
    body: [
      webhookTabs(request, 'feed'),
      live(t.events(events.length), [
        await filterForm(request, chosen),
        events.length === 0
          ? empty(t.noEvents)
          : list(events.toReversed().map((event) => itemOf(request, event))),
      ]),
    ],
  }
}

/** The types as boxes, folded; those that are ticked stand below. */
async function filterForm(request: AppRequest, { types: chosen }: Filters): Promise<Child> {
  const t = webhookTexts[request.language]
  const path = pathTo(request, 'webhooks/events')
  const { lists } = await loadLookups(request, types, emptyState)
  return [
    html`<form method="get" action=${path}>
      <details class="fold">
        <summary>${t.eventTypes}</summary>
        <div class="stack">
          <div class="group choices">${checkboxes('types', lists.get('event_type') ?? [], chosen ?? [])}</div>
          <div>${submit({ text: t.show })}</div>
        </div>
      </details>
    </form>`,
    chosen &&
      html`<div class="row">
        <span class="note">${t.only} ${chosen.map((type) => [html`<code>${type}</code>`, ' '])}</span>
        ${linkButton(path, { text: t.everything, small: true })}
      </div>`,
  ]
}

function itemOf(request: AppRequest, event: FeedEvent): Item {
  const { language, organization } = request
  const t = webhookTexts[language]
  const { id, type, timestamp, test, data } = event
  const about = aboutOf(request, data)
  return {
    name: eventSentence(type, language),
    note: [
      html`<code>${type}</code> · `,
      moment(timestamp, language, organization.timeZone),
      about && [' · ', about],
      test && [' ', badge(t.isTest)],
    ],
    end: html`<details class="more">
      <summary class="button quiet small">${t.json}<span class="away">: ${type} ${id}</span></summary>
      <pre class="json" tabindex="0" role="region" aria-label=${`${t.json}: ${type} ${id}`}>
${JSON.stringify(event, null, 2)}</pre>
    </details>`,
  }
}

/** The records that an event can be about, each a property of its data. */
const records = ['person', 'unit', 'location', 'legal_entity'] as const

/** The record that an event is about, by its name: of a person, with the way to their page. */
function aboutOf(request: AppRequest, data: FeedEvent['data']): Child {
  const { request: asked, member } = data
  const around = [asked, member, data].filter(isObject)
  const found = around
    .flatMap((one) => records.map((name) => [name, one[name]] as const))
    .find(([, one]) => isObject(one))
  if (!found || !isObject(found[1])) return undefined
  const [kind, { id, name }] = found
  if (typeof name !== 'string') return undefined
  return kind === 'person' && allows(request, 'org_people_get')
    ? html`<a href=${pathTo(request, `people/${String(id)}`)}>${name}</a>`
    : name
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null
