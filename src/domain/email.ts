// eslint-disable-next-line no-control-regex -- the range of ASCII begins with them
const ascii = /^[\x00-\x7f]*$/
/** Letters, marks, digits, dashes and dots. The two joiners are needed in some words; where, `URL` knows. */
const international = /^[\p{L}\p{M}\p{N}.\u200c\u200d-]+$/u
const longest = { label: 63, address: 254 }

/**
 * The e-mail address with its domain in ASCII, which is how mail servers know it: `bücher.example` is
 * `xn--bcher-kva.example` (UTS 46). The part before the @ stays as it is.
 *
 * @returns undefined when the domain has no such form
 */
export function asciiEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  if (ascii.test(domain)) return email
  // The length comes first: `URL` takes time with the square of it.
  if (domain.length > longest.address || !international.test(domain)) return undefined
  const host = URL.parse(`http://${domain}`)?.hostname
  if (host === undefined || host.split('.').some((label) => label.length > longest.label)) return undefined
  const address = email.slice(0, at + 1) + host
  return address.length > longest.address ? undefined : address
}

/** Equal for addresses that are the same: whatever the case, and however the domain is spelled. */
export const emailKey = (email: string): string => (asciiEmail(email) ?? email).toLowerCase()

/**
 * A text with all international domains in ASCII, as they are in {@link emailKey}. Only what follows an @ and has a dot
 * is a domain.
 */
export const asciiDomains = (text: string): string =>
  text.replace(/@[\p{L}\p{M}\p{N}.\u200c\u200d-]+/gu, (domain) =>
    domain.includes('.') ? emailKey(domain) : domain,
  )
