import type { EventType, Refusal } from '../catalogue.ts'
import { refusalExample } from '../expand/error-examples.ts'
import { at, media, type Json, type JsonObject } from '../model.ts'
import { code, copyButton, jsonBox, refusalBox, sampleBox } from './code.ts'
import { html, type Html, type Part } from './html.ts'
import { firstSentence } from './action.ts'
import { heading, type Page } from './layout.ts'
import { eventHref, placeholder, slug, tagsOf, type Entry, type Reference } from './reference.ts'
import { tryBox } from './try.ts'
import { missingIn } from './words.ts'

/** A subject of the guide: a tag of the document that has no operations. */
export interface Topic {
  id: string
  title: string
  /** Markdown. */
  text: string
}

/** The first call that a reader makes: it needs no input, and tells what a key is good for. */
const firstCall = 'platform_whoami'

/** The page at /docs: how to begin, the rules of all actions, and what actions and events there are. */
export function overviewPage(reference: Reference): Page {
  const { document, markdown } = reference
  const lead = String(at(document, 'info', 'description'))
  const first = reference.entryOf.get(firstCall)
  const main = html`<article class="action">
    <header class="intro">
      <p class="crumb">Version ${String(at(document, 'info', 'version'))}</p>
      <h1>Rollcall API</h1>
      <div class="prose big">${markdown(lead)}</div>
      <ul class="ways">
        <li><b>HTTP</b> <code data-copied class="breaks">${placeholder}/v1</code>${copyButton}</li>
        <li><b>MCP</b> <code data-copied class="breaks">${placeholder}/mcp</code>${copyButton}</li>
        <li><b>Document</b> <a href="/v1/openapi.json">/v1/openapi.json</a></li>
      </ul>
    </header>
    <aside class="side" aria-label="Samples">
      ${first && html`${sampleBox({ call: first.call, id: 'request' })}${tryBox(reference, first)}`}
    </aside>
    <div class="parts">
      <section>${heading('start', 'Start here')}${start(reference, first)}</section>
      ${topicsOf(reference).map(
        ({ id, title, text }) =>
          html`<section>
            ${heading(id, title)}
            <div class="prose">${markdown(text)}</div>
          </section>`,
      )}
      <section>${heading('actions', 'Actions')}${index(reference)}</section>
      <section>
        ${heading('missing', 'Not there yet')}
        <ul class="fields">
          ${missingIn(reference).map(
            ({ id, title, text }) =>
              html`<li class="error" id="${id}">
                <p><b>${title}</b></p>
                <p>${text}</p>
              </li>`,
          )}
        </ul>
      </section>
    </div>
  </article>`
  return { href: '/docs', title: 'Overview', summary: firstSentence(lead), main }
}

function start({ entryOf }: Reference, first: Entry | undefined): Html {
  const create = entryOf.get('platform_api_keys_create')
  return html`<ol class="steps">
    <li>
      <b>Get a key.</b> Whoever has signed in makes
      one${create && html` with <a href="${create.href}"><code>${create.name}</code></a>`}. A server that was
      started for the first time has one in <code>var/demo.json</code>.
    </li>
    <li>
      <b>Keep it out of your code.</b> The samples read it from the environment.
      <pre tabindex="0">${code('curl', `export ROLLCALL_KEY=hrk_…`)}</pre>
    </li>
    <li>
      <b>Make a call.</b
      >${first && html` <a href="${first.href}"><code>${first.name}</code></a> says who you are and what the key is good for; the form on this page sends it.`}
    </li>
    <li>
      <b>Use a client.</b> <code>npm install ${placeholder}/client.tgz</code> for TypeScript; the document
      generates clients in other languages.
    </li>
    <li>
      <b>Give it to an assistant.</b> Every action is a tool at <code>${placeholder}/mcp</code>, with the same
      key.
    </li>
  </ol>`
}

function index(reference: Reference): Part {
  return tagsOf(reference).map(
    ({ name, description, entries }) =>
      html`<h3 id="${slug(name)}">${name}</h3>
        <p>${description}</p>
        <ul class="index">
          ${entries.map(({ href, name: path, title, kind }) => html`<li><a href="${href}">${title}</a> <code>${path}</code>${kind === 'destructive' && html` <span class="kind destructive">cannot be undone</span>`}</li>`)}
        </ul>`,
  )
}

/** The subjects of the guide, in the order of the document. */
export function topicsOf({ document }: Reference): Topic[] {
  const tags = (document['tags'] as JsonObject[]).filter((tag) => tag['x-traitTag'] === true)
  return tags.map(({ name, description }) => {
    const title = String(name)
    return { id: slug(title), title, text: String(description) }
  })
}

/** The page at /docs/errors: every code that a caller can meet. */
export function errorsPage(reference: Reference): Page {
  const { errors, entries } = reference
  const usersOf = (key: 'errors' | 'rowErrors', one: Refusal) =>
    entries.filter((entry) => entry[key].some(({ name }) => name === one.name))
  const [refused, ofRows] = [
    errors.filter((one) => usersOf('errors', one).length > 0),
    errors.filter((one) => usersOf('errors', one).length === 0),
  ]
  const general = [...new Set(refused.map(({ error }) => error))]
  const section = (title: string, lead: string, all: readonly Refusal[]): Html =>
    html`<section>
      ${heading(title, title)}
      <p class="lead">${lead}</p>
      <ul class="fields">
        ${all.map((one) =>
          errorEntry(reference, one, [...usersOf('errors', one), ...usersOf('rowErrors', one)]),
        )}
      </ul>
    </section>`
  const main = html`<article class="action">
    <header class="intro">
      <p class="crumb">Reference</p>
      <h1>Errors</h1>
      <div class="prose">
        <p>
          A failure is <code>{"error": …}</code>. Its <code>code</code> decides the status, and
          <code>details</code> name what is wrong, each by a <code>code</code> of its own: one of these. Read
          the codes; messages are for people. Words in braces stand for what the message names.
        </p>
      </div>
    </header>
    <aside class="side" aria-label="Samples">
      ${jsonBox(html`Failure <span class="status bad">404</span>`, failure(reference))}
    </aside>
    <div class="parts">
      ${general.map((error) =>
        section(
          error,
          `Status ${errors.find((one) => one.error === error)?.status}`,
          refused.filter((one) => one.error === error),
        ),
      )}
      ${section('row_errors', 'Status 200: problems with the rows of a file, in row_errors', ofRows)}
    </div>
  </article>`
  return {
    href: '/docs/errors',
    title: 'Errors',
    summary: 'Every error code, with its status and who answers it.',
    main,
  }
}

/** @param users the actions that answer it, at least one: as a failure, or beside a row of a file */
function errorEntry({ contract }: Reference, one: Refusal, users: readonly Entry[]): Html {
  const [{ source, errors }] = users as [Entry, ...Entry[]]
  const { body } = refusalExample(contract, source, one)
  const isFailure = errors.some(({ name }) => name === one.name)
  const [{ path: _, ...ofRow }] = at(body, 'error', 'details') as [JsonObject]
  return html`<li class="error" id="${one.name}">
    <div class="field-head">
      <a class="field-name" href="#${one.name}"><code>${one.name}</code></a
      >${one.path && html` <span class="type">at ${one.path}</span>`}
    </div>
    <p>${one.message}</p>
    ${refusalBox(isFailure ? body : ofRow)}
    <p class="users">
      ${users.map((entry) => html`<a href="${entry.href}"><code>${entry.name}</code></a> `)}
    </p>
  </li>`
}

/** An answer that has details, as the document shows it. */
function failure({ document }: Reference): Json {
  return at(document, 'components', 'examples', 'not_found', 'value') as Json
}

function exampleOf({ document }: Reference, { type }: EventType): Json {
  return media(at(document, 'webhooks', type, 'post', 'requestBody'))?.['example'] as Json
}

/** The page at /docs/events: how webhooks work, and what they send. */
export function eventsPage(reference: Reference): Page {
  const { markdown, events } = reference
  const rules = topicsOf(reference).find(({ id }) => id === 'webhooks')
  const groups = [...new Set(events.map(({ group }) => group))]
  const [first] = events
  const main = html`<article class="action">
    <header class="intro">
      <p class="crumb">Events</p>
      <h1>Webhooks</h1>
      <div class="prose">${markdown(rules?.text ?? '')}</div>
    </header>
    <aside class="side" aria-label="Samples">
      ${first && jsonBox(html`Body of <code>${first.type}</code>`, exampleOf(reference, first))}
    </aside>
    <div class="parts">
      ${groups.map(
        (group) =>
          html`<section>
            ${heading(slug(group), group)}
            <ul class="fields">
              ${events
                .filter((event) => event.group === group)
                .map(
                  ({ type, description }) =>
                    html`<li class="error">
                      <div class="field-head">
                        <a class="field-name" href="${eventHref(type)}"><code>${type}</code></a>
                      </div>
                      <div class="prose">${markdown(firstSentence(description))}</div>
                    </li>`,
                )}
            </ul>
          </section>`,
      )}
    </div>
  </article>`
  return { href: '/docs/events', title: 'Webhooks', summary: 'What webhooks send, and when.', main }
}
