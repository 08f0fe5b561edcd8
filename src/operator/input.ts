import type { Audience } from '../domain/caller.ts'
import { isSlug, reservedSlugs } from '../domain/slugs.ts'
import { formats, ownText } from '../validation/formats.ts'
import { OperatorError } from './errors.ts'
import type { NewOrganization } from './organizations.ts'
import { onlyTimeZone } from './time-zones.ts'

/**
 * Checks and normalizes the input: texts are trimmed and NFC; without a slug, one is made from the name. Without a time
 * zone, it is the only one of the country, or UTC where a country has several.
 *
 * @param input `withKey` names audiences, with commas between them
 * @throws OperatorError naming the field
 */
export function checkNewOrganization({
  withKey,
  ...input
}: Omit<NewOrganization, 'slug' | 'timeZone' | 'keys'> & {
  slug: string | undefined
  timeZone: string | undefined
  withKey?: string | undefined
}): NewOrganization {
  const name = text(input.name, 'name', 100)
  const slug = input.slug ?? slugOf(name)
  if (!isSlug(slug))
    throw new OperatorError('must be 1 to 60 lower-case letters, digits and inner dashes', 'slug')
  if (reservedSlugs.has(slug))
    throw new OperatorError(`${slug} is kept for the service itself. Choose another one.`, 'slug')
  const owner = {
    ...input.owner,
    name: text(input.owner.name, 'ownerName', 200),
    email: input.owner.email.trim(),
  }
  if (!fits('country', input.country))
    throw new OperatorError('must be an ISO 3166-1 code of two capital letters, such as DE', 'country')
  const timeZone = input.timeZone ?? onlyTimeZone(input.country) ?? 'UTC'
  if (!fits('time-zone', timeZone))
    throw new OperatorError('must be an IANA time zone, such as Europe/Berlin', 'timeZone')
  if (!fits('idn-email', owner.email) || owner.email.length > 254)
    throw new OperatorError('must be an e-mail address, such as ada@acme.example', 'ownerEmail')
  return { ...input, name, slug, timeZone, owner, keys: withKey === undefined ? [] : audiencesIn(withKey) }
}

function audiencesIn(text: string): Audience[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))]
  if (names.every((name) => name === 'manage' || name === 'me')) return names
  throw new OperatorError('must be manage, me, or manage,me', 'withKey')
}

function text(value: string, field: string, max: number): string {
  const clean = value.trim().normalize('NFC')
  if (!line.test(clean) || [...clean].length > max || !clean.isWellFormed())
    throw new OperatorError(`must be 1 to ${max} characters on one line, one of them visible`, field)
  return clean
}

const line = new RegExp(ownText.line.filled, 'u')

/** Tells whether the value has one of the contract's formats. */
export function fits(format: 'country' | 'date' | 'idn-email' | 'time-zone', value: string): boolean {
  const known = formats[format]
  const check =
    known instanceof RegExp || typeof known === 'function' ? known : (known as { validate: unknown }).validate
  return check instanceof RegExp ? check.test(value) : (check as (value: string) => boolean)(value)
}

/** `Łódź & Söhne GmbH` → `lodz-sohne-gmbh`. Empty when the name has no Latin letters and no digits. */
function slugOf(name: string): string {
  const plain = name.toLowerCase().replace(/[łøđßæœ]/g, (letter) => plainLetters[letter] as string)
  return plain
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
}

const plainLetters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' }
