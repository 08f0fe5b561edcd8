import type { EventType } from '../catalogue.ts'
import { at, media, type Json, type JsonObject } from '../model.ts'
import { firstSentence } from './action.ts'
import { jsonBox } from './code.ts'
import { fieldList } from './fields.ts'
import { html, type Part } from './html.ts'
import { heading, type Page } from './layout.ts'
import { eventHref, type Reference } from './reference.ts'

/** The page of an event: when it is sent, by what, and what it holds. */
export function eventPage(reference: Reference, event: EventType): Page {
  const content = media(at(reference.document, 'webhooks', event.type, 'post', 'requestBody')) as JsonObject
  const main = html`<article class="action">
    <header class="intro">
      <p class="crumb"><a href="/docs/events">Events</a> · ${event.group}</p>
      <h1><code>${event.type}</code></h1>
      <div class="prose">${reference.markdown(event.description)}</div>
    </header>
    <aside class="side" aria-label="Samples">${jsonBox('Body', content['example'] as Json)}</aside>
    <div class="parts">
      <section>
        ${heading('data', 'Body')}
        <p class="lead">A signed <code>POST</code> to your endpoint. Any 2xx says that it was received.</p>
        ${fieldList(reference, content['schema'] as JsonObject, 'data')}
      </section>
      ${senders(reference, event)}
    </div>
  </article>`
  return { href: eventHref(event.type), title: event.type, summary: firstSentence(event.description), main }
}

function senders({ entries }: Reference, { type }: EventType): Part {
  const found = entries.filter(({ events }) => events.some((event) => event.type === type))
  if (found.length === 0) return undefined
  return html`<section>
    ${heading('sent-by', 'Sent by')}
    <ul class="index">
      ${found.map(
        ({ href, title, name }) => html`<li><a href="${href}">${title}</a> <code>${name}</code></li>`,
      )}
    </ul>
  </section>`
}
