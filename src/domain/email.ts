import { domainToASCII, domainToUnicode } from 'node:url'

// eslint-disable-next-line no-control-regex -- the range of ASCII begins with them
const ascii = /^[\x00-\x7f]*$/
/** Letters, marks, digits, dashes and dots. The two joiners are needed in some words; where, `URL` knows. */
const international = /^[\p{L}\p{M}\p{N}.\u200c\u200d-]+$/u
const longest = { mailbox: 64, label: 63, address: 254 }

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
 * All spellings of an address by which people look for it: as it is written, and with the domain in ASCII and in its own
 * letters.
 */
export function emailSpellings(email: string): string[] {
  const key = emailKey(email)
  if (!/[@.]xn--/.test(key)) return [email, key]
  const at = key.lastIndexOf('@')
  const domain = domainToUnicode(key.slice(at + 1))
  return domain === '' ? [email, key] : [email, key, key.slice(0, at + 1) + domain]
}

/**
 * Whether mail could be sent to an address, as far as its text tells: its parts are not too long, and its domain is a
 * name and not the address of a machine.
 *
 * @param address of ASCII, with one @
 */
export function isDeliverable(address: string): boolean {
  const at = address.lastIndexOf('@')
  return (
    at <= longest.mailbox &&
    address.length <= longest.address &&
    isDomain(address.slice(at + 1).toLowerCase())
  )
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  // A domain that ends in a number is an IPv4 address, or wants to be one.
  if (labels.some((label) => label.length > longest.label) || /^\d+$/.test(labels.at(-1)!)) return false
  // `URL` changes IPv4 addresses in other spellings, such as `0x7f.0x1`.
  if (URL.parse(`http://${domain}`)?.hostname !== domain) return false
  // A label with `xn--` that has no meaning stays as it is, or comes back as another one.
  const own = domainToUnicode(domain)
  return !/(^|\.)xn--/.test(own) && domainToASCII(own) === domain
}
