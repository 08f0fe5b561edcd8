import { isObject, type Json, type JsonObject } from '../model.ts'
import { html, type Html } from './html.ts'
import { accessOf, follow, schemasOf, type Entry, type Reference } from './reference.ts'

/** The form that sends a call. Calls that no key may make get a sentence instead. */
export function tryBox(reference: Reference, entry: Entry): Html {
  if (entry.kind === 'session')
    return note(
      html`Signing in and out is for the pages of the web app. Try it with curl: it keeps the cookie in
        <code>cookies.txt</code>.`,
    )
  if (accessOf(entry).web_only)
    return note(
      html`This needs a browser session: keys are refused. Sign in with
        <a href="/docs/auth/sign_in"><code>auth/sign_in</code></a
        >, then send its cookie along, as the sample does.`,
    )
  const body = JSON.stringify(entry.call.body, null, 2)
  const write = entry.kind !== 'read'
  return html`<section class="box try" aria-labelledby="try" data-try="${entry.call.path}">
    <header class="box-head">
      <h2 id="try">Try it</h2>
      <span class="who" data-who></span>
    </header>
    <p class="note unscripted">Sending calls from this page needs JavaScript.</p>
    <form class="scripted">
      <label
        >API key<input
          name="key"
          type="text"
          class="secret"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          data-1p-ignore
          data-lpignore="true"
          placeholder="hrk_…"
      /></label>
      <p class="hint">
        Stays in the memory of this tab: it is stored nowhere, and gone when you close or reload it.
      </p>
      <label
        >Body<textarea
          name="body"
          spellcheck="false"
          rows="${Math.min(14, Math.max(2, body.split('\n').length))}"
        >
${body}</textarea>
      </label>
      <p class="problem" data-problem role="alert"></p>
      ${pickers(reference, entry)}
      <p class="hint" data-chosen role="status"></p>
      <div class="send">
        ${write && html`<label class="check"><input type="checkbox" name="dry_run" checked /> Dry run: nothing is kept</label>`}<button
          type="submit"
          class="button"
        >
          Send
        </button>
      </div>
    </form>
    <div class="outcome" data-outcome aria-live="polite"></div>
  </section>`
}

function note(text: Html): Html {
  return html`<section class="box try" aria-labelledby="try">
    <header class="box-head"><h2 id="try">Try it</h2></header>
    <p class="note">${text}</p>
  </section>`
}

/**
 * For each id of the example: a list of the organization's own records. The browser loads it when it is opened, or when the
 * example is sent as it is: then it puts one of them in the place of the example's id.
 */
function pickers(reference: Reference, entry: Entry): Html | false {
  const { properties = {} } = follow(reference.document, schemasOf(reference, entry).body) as {
    properties?: JsonObject
  }
  const sent = Object.keys(isObject(entry.call.body as Json) ? (entry.call.body as JsonObject) : {})
  const found = sent.flatMap((name) => {
    const found = finderOf(reference, properties[name])
    return found === undefined
      ? []
      : [
          html`<label
            >${name}<select data-pick="${name}" data-kind="${found.kind}" data-from="${found.url}">
              <option value="">Choose one of yours…</option>
            </select></label
          >`,
        ]
  })
  return found.length > 0 && html`<div class="pickers">${found}</div>`
}

/** Rows of job histories have no list of their own: people are listed with their job of today. */
const listsOf: Record<string, string> = { job: 'org/people.list' }

/**
 * The kind of an id, and the address of the read that lists what it names, if that needs no input. The description of the id
 * says which.
 */
function finderOf(
  reference: Reference,
  property: Json | undefined,
): { kind: string; url: string } | undefined {
  const choices = isObject(property) && Array.isArray(property['anyOf']) ? property['anyOf'] : [property]
  for (const choice of choices) {
    const schema = follow(reference.document, choice)
    if (typeof schema['x-id'] !== 'string') continue
    const own = isObject(choice) ? follow(reference.document, { $ref: choice['$ref'] ?? null }) : {}
    const words = `${String(schema['description'])} ${String(own['description'])}`
    const kind = schema['x-id']
    const name = listsOf[kind] ?? /\b[a-z]+\/[a-z_.]+[a-z]/.exec(words)?.[0]
    const finder = reference.entries.find((one) => one.name === name)
    if (finder?.kind === 'read' && needsNothing(reference, finder)) return { kind, url: finder.source.url }
  }
  return undefined
}

function needsNothing(reference: Reference, entry: Entry): boolean {
  const { required = [] } = follow(reference.document, schemasOf(reference, entry).body) as {
    required?: Json[]
  }
  return required.length === 0
}
