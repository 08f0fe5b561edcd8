import htm from 'htm'
import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** What may stand in a template as text or as an element. Texts are escaped, whatever they hold. */
export type Child = VNode | string | number | boolean | null | undefined | Child[]

/** Elements that run or load something, or take raw text: no page needs one. */
const refusedElements = new Set(['script', 'style', 'iframe', 'object', 'embed', 'base', 'template'])
const addresses = new Set(['href', 'src', 'action', 'formaction'])

/**
 * Writes HTML: `` html`<p class="lead">Hello ${name}</p>` ``. What is filled in is escaped, and nothing that the content
 * security policy of pages refuses can be written: no script, no inline style, no handler, no address of another place.
 *
 * @throws Error for one of those, whoever wrote it
 */
// The package declares its default export as that of a CommonJS module, which it is not.
export const html = (htm as unknown as typeof htm.default).bind(element as never) as unknown as (
  strings: TemplateStringsArray,
  ...values: Child[]
) => VNode

function element(this: unknown[], type: string, props: Record<string, unknown> | null, ...children: Child[]) {
  // Elements are not kept for the next page: to render changes them.
  this[0] = 3
  if (refusedElements.has(type)) throw new Error(`pages have no <${type}>`)
  for (const [name, value] of Object.entries(props ?? {})) requireHarmless(name, value)
  return h(type, props, ...children)
}

function requireHarmless(name: string, value: unknown): void {
  if (/^on|^style$|^srcdoc$|^dangerously/i.test(name)) throw new Error(`pages have no attribute ${name}`)
  if (
    addresses.has(name.toLowerCase()) &&
    value !== undefined &&
    value !== null &&
    !isOwnAddress(String(value))
  )
    throw new Error(`${name} must be an address of this service`)
}

/** A path of this service, or a place in the page. `//host` and `/\host` would be other services. */
const isOwnAddress = (value: string): boolean => /^(#|\/(?![/\\]))/.test(value)

/** The document as text. */
export const render = (root: VNode): string => `<!doctype html>\n${renderToString(root)}`
