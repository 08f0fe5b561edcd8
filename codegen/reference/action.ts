import { refusalExample } from '../expand/error-examples.ts'
import { at, isObject, media, type Json, type JsonObject } from '../model.ts'
import { copyButton, jsonBox, refusalBox, sampleBox } from './code.ts'
import { fieldList } from './fields.ts'
import { html, joined, type Html, type Part } from './html.ts'
import { heading, type Page } from './layout.ts'
import { accessOf, errorHref, eventHref, schemasOf, slug, type Entry, type Reference } from './reference.ts'
import { tryBox } from './try.ts'

/** The page of an action, or of an endpoint below /auth. */
export function actionPage(reference: Reference, entry: Entry): Page {
  const { markdown } = reference
  const { body, data } = schemasOf(reference, entry)
  const main = html`<article class="action">
    <header class="intro">
      <p class="crumb"><a href="/docs#${slug(entry.tag)}">${entry.tag}</a></p>
      <h1>${entry.title}</h1>
      <p class="address">
        <span class="method">POST</span><code data-copied>${wrapping(entry.source.url)}</code>${copyButton}
      </p>
      <div class="prose">${markdown(entry.description)}</div>
      ${facts(entry)}
    </header>
    <aside class="side" aria-label="Samples">
      ${sampleBox({ call: entry.call, id: 'request' })} ${tryBox(reference, entry)}
      ${jsonBox(html`Answer <span class="status good">200</span>`, example(entry))}
    </aside>
    <div class="parts">
      <section>
        ${heading('body', 'Body')}${fieldList(reference, body, 'body') ?? html`<p>Nothing: send <code>{}</code>.</p>`}
      </section>
      ${options(reference, entry)}
      <section>
        ${heading('data', 'Answer')}
        <p class="lead">
          ${String(at(entry.operation, 'responses', '200', 'description'))} It is below <code>data</code>.
        </p>
        ${fieldList(reference, data, 'data')}
      </section>
      ${errors(reference, entry)} ${rowErrors(entry)} ${warnings(entry)} ${events(reference, entry)}
    </div>
  </article>`
  return { href: entry.href, title: entry.title, summary: firstSentence(entry.description), main }
}

/** A path that may be broken after its slashes and dots. */
function wrapping(path: string): Part[] {
  return path.split(/(?<=[/.])/).map((piece) => html`${piece}<wbr />`)
}

/** The first sentence of a text, without line breaks. */
export function firstSentence(text: string): string {
  const [first = ''] = text.replaceAll(/\s+/g, ' ').split(/(?<=\.) /)
  return first
}

const kinds = {
  read: 'Read: changes nothing',
  write: 'Write',
  destructive: 'Destructive: cannot be undone',
  session: '',
}

function facts(entry: Entry): Html {
  const { operation, kind, source } = entry
  const retry = operation['x-retry']
  const rows: [string, Part][] =
    kind === 'session'
      ? [['Who', 'Browsers, from this service’s own pages: the header Origin must be its address.']]
      : [
          ['Kind', html`<span class="kind ${kind}">${kinds[kind]}</span>`],
          ['Who', who(entry)],
          [
            'MCP tool',
            accessOf(entry).web_only ? 'none: not offered to assistants' : html`<code>${source.id}</code>`,
          ],
        ]
  if (kind === 'read') rows.splice(1, 0, ['Also as', getTwin(entry)])
  if (retry === 'replay')
    rows.push([
      'Retry',
      html`With the same <a href="#options"><code>Idempotency-Key</code></a> the first answer comes again.`,
    ])
  if (retry === 'no-store')
    rows.push([
      'Retry',
      html`The same <a href="#options"><code>Idempotency-Key</code></a> is refused a second time; no answer is
        kept.`,
    ])
  return html`<dl class="rules">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

function who(entry: Entry): Part {
  const { manage, me, web_only: webOnly, while_paused: whilePaused } = accessOf(entry)
  const parts = [
    manage !== undefined &&
      html`<code>manage</code> ${Array.isArray(manage) ? manage.join(', ') : 'any role'}`,
    me && html`<code>me</code> anyone`,
  ].filter((part) => part !== false && part !== undefined)
  return html`${joined(parts, ' · ')}${webOnly && ', in the web app only'}${whilePaused && ', also while the organization is paused'}`
}

/** A read as a GET, with its example as query parameters. */
function getTwin({ call, source }: Entry): Html {
  const query = Object.entries(isObject(call.body as Json) ? (call.body as JsonObject) : {})
    .map(
      ([key, value]) =>
        `${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    .join('&')
  return html`<code class="breaks">GET ${source.url}${query && `?${query}`}</code>`
}

function example({ operation }: Entry): Json {
  return media(at(operation, 'responses', '200'))?.['example'] as Json
}

/** Options of a call besides its body: query parameters and headers. */
function options(reference: Reference, { operation }: Entry): Part {
  const parameters = ((operation['parameters'] as JsonObject[] | undefined) ?? []).map((one) =>
    parameterOf(reference, one),
  )
  if (parameters.length === 0) return undefined
  return html`<section>
    ${heading('options', 'Options')}
    <ul class="fields">
      ${parameters.map(
        ({ name, in: place, description }) =>
          html`<li class="field" id="options.${String(name)}">
            <div class="field-head">
              <a class="field-name" href="#options.${String(name)}"><code>${String(name)}</code></a>
              <span class="type">${place === 'query' ? 'in the address' : 'header'}</span>
            </div>
            <div class="prose">${reference.markdown(String(description))}</div>
          </li>`,
      )}
    </ul>
  </section>`
}

function parameterOf({ document }: Reference, parameter: JsonObject): JsonObject {
  const name = /^#\/components\/parameters\/(.*)$/.exec(String(parameter['$ref']))?.[1]
  return name === undefined ? parameter : (at(document, 'components', 'parameters', name) as JsonObject)
}

function errors(reference: Reference, entry: Entry): Html {
  const own = entry.errors.map(
    (refusal) =>
      html`<li class="error" id="error.${refusal.name}">
        <div class="field-head">
          <a class="field-name" href="${errorHref(refusal.name)}"><code>${refusal.name}</code></a>
          <span class="type">${refusal.status} ${refusal.error}</span>
        </div>
        <p>${refusal.message}</p>
        ${refusalBox(refusalExample(reference.contract, entry.source, refusal).body)}
      </li>`,
  )
  return html`<section>
    ${heading('errors', 'Errors')}
    ${
      own.length > 0
        ? html`<p class="lead">By this action’s own rules, as <code>code</code> in <code>details</code>:</p>
            <ul class="fields">
              ${own}
            </ul>`
        : html`<p>None of its own.</p>`
    }
    <details class="nested">
      <summary>Those of every action</summary>
      ${commonErrors(reference, entry)}
    </details>
  </section>`
}

const rowErrors = ({ rowErrors: own }: Entry): Html =>
  codeList(
    'row_error',
    'Row errors',
    html`What is wrong with the file itself, as <code>code</code> in <code>row_errors</code>:`,
    own.map(({ name, message }) => ({ code: name, message })),
  )

const warnings = ({ warnings: own }: Entry): Html =>
  codeList(
    'warning',
    'Warnings',
    html`Accepted, but perhaps a slip, as <code>code</code> in <code>warnings</code>:`,
    own,
  )

function codeList(
  id: string,
  title: string,
  lead: Html,
  codes: readonly { code: string; message: string }[],
): Html {
  if (codes.length === 0) return html``
  return html`<section>
    ${heading(`${id}s`, title)}
    <p class="lead">${lead}</p>
    <ul class="fields">
      ${codes.map(
        ({ code, message }) =>
          html`<li class="error" id="${id}.${code}">
            <div class="field-head"><code>${code}</code></div>
            <p>${message}</p>
          </li>`,
      )}
    </ul>
  </section>`
}

/** The error responses of the action, by status. */
function commonErrors({ document }: Reference, { operation }: Entry): Html {
  const responses = Object.entries(operation['responses'] as Record<string, JsonObject>).filter(
    ([status]) => status !== '200',
  )
  return html`<ul class="fields">
    ${responses.map(([status, response]) => {
      const name = /^#\/components\/responses\/(.*)$/.exec(String(response['$ref']))?.[1]
      const shown =
        name === undefined ? response : (at(document, 'components', 'responses', name) as JsonObject)
      const [, text = '', error = ''] = /^(.*?)(?: \(`(\w+)`\))?$/s.exec(String(shown['description'])) ?? []
      return html`<li class="error">
        <div class="field-head"><code>${error}</code> <span class="type">${status}</span></div>
        <p>${text.replaceAll('`', '')}</p>
      </li>`
    })}
  </ul>`
}

function events({ markdown }: Reference, entry: Entry): Part {
  if (entry.events.length === 0) return undefined
  return html`<section>
    ${heading('events', 'Events')}
    <p class="lead">Webhooks may get:</p>
    <ul class="fields">
      ${entry.events.map(
        ({ type, description }) =>
          html`<li class="error">
            <div class="field-head">
              <a class="field-name" href="${eventHref(type)}"><code>${type}</code></a>
            </div>
            <div class="prose">${markdown(firstSentence(description))}</div>
          </li>`,
      )}
    </ul>
  </section>`
}
