import { templates } from '../html/html.ts'

/** Elements that run or load something, or take raw text: no page needs one. */
const refusedElements = new Set(['script', 'style', 'iframe', 'object', 'embed', 'base', 'template'])
const addresses = new Set(['href', 'src', 'action', 'formaction'])

/**
 * Writes the HTML of pages. Nothing that their content security policy refuses can be written: no script, no inline style,
 * no handler, no address of another place. Only a link that says `rel="noreferrer"` leads elsewhere, over https.
 *
 * @throws Error for one of those, whoever wrote it
 */
export const html = templates((type, props) => {
  if (refusedElements.has(type)) throw new Error(`pages have no <${type}>`)
  const leaves = type === 'a' && props['rel'] === 'noreferrer'
  for (const [name, value] of Object.entries(props))
    if (!(leaves && name === 'href' && isElsewhere(value))) requireHarmless(name, value)
})

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

/** An address of another place, over https. */
const isElsewhere = (value: unknown): boolean => /^https:\/\/[^\s\\]+$/.test(String(value))

/** A path of this service, or a place in the page. `//host` and `/\host` would be other services. */
const isOwnAddress = (value: string): boolean => /^(#|\/(?![/\\]))/.test(value)
