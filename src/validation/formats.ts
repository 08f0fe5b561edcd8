import { domainToASCII, domainToUnicode } from 'node:url'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { getAllTimezones } from 'countries-and-timezones'
import type { Format } from 'ajv'
import { cursorLists, cursorPattern, feedCursorPattern } from '../domain/cursor.ts'
import { isDay } from '../domain/day.ts'
import { asciiEmail } from '../domain/email.ts'
import { isIban } from '../domain/iban.ts'
import { isPhone } from '../domain/phone.ts'

const countries = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
    'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO ' +
    'JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR ' +
    'MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO ' +
    'RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV ' +
    'TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
)

/**
 * Money of ISO 4217, and units of account in which some countries agree on pay, such as CLF. Some that ended lately are
 * here for older rows. It is a list and not Intl, whose list changes with each version and holds what nobody is paid in.
 */
const currencies = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE ' +
    'CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ ' +
    'GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL ' +
    'LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN ' +
    'PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD ' +
    'TWD TZS UAH UGX USD UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG ZWL'
  ).split(' '),
)

/** Part of an e-mail address before the @, between dots. */
const mailbox = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
/** Part of a domain between dots: of ASCII only letters, digits and dashes, and all that is neither ASCII nor a control. */
const domainLabel = '[^\\x00-,./:-@\\[-`{-\\x9F]+'
/** Signs that may stand between the digits of a telephone number: `\s` without control characters, and punctuation. */
const betweenDigits = '[\\t\\n \\xA0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF()/.-]*'

/** By format: `people-cursor` and so on. */
const cursorPatterns = Object.fromEntries([
  ...cursorLists.map((list) => [`${list}-cursor`, cursorPattern(list)] as const),
  ['feed-cursor', feedCursorPattern] as const,
])

/**
 * Patterns of the formats. The published document shows them, so that clients that do not know our formats can check
 * values, too. Some allow more than the service does: time zones that do not exist, because an answer may name one that
 * is not known yet, e-mail addresses with a domain that cannot exist or with parts that are too long, a phone number
 * with a digit too many, because it could be a "(0)", and account numbers whose check digits do not fit.
 */
export const patterns = {
  country: onlyThese(countries),
  currency: onlyThese(currencies),
  'time-zone': '^[A-Z][A-Za-z0-9+-]*(/[A-Za-z0-9_+-]+)*$',
  phone: `^${betweenDigits}\\+${betweenDigits}[1-9](${betweenDigits}[0-9]){6,15}${betweenDigits}$`,
  iban: '^[A-Za-z]{2} *[0-9] *[0-9]( *[A-Za-z0-9]){11,30}$',
  ...cursorPatterns,
  'action-name': '^[a-z][a-z0-9]*[_./][a-z0-9_./]*[a-z0-9_]$',
  'idn-email': `^${mailbox}(\\.${mailbox})*@${domainLabel}(\\.${domainLabel})+$`,
}

const control = '\\x00-\\x08\\x0B-\\x1F\\x7F-\\x9F'
const spaces = ' \\xA0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000'
/** Characters without a picture of their own. Names of some languages need U+200C and U+200D between letters. */
const joiners =
  '\\xAD\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200D\\u2060-\\u2065\\u206A-\\u206F\\u2800\\u3164' +
  '\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB'
/** Line separators, and the marks that turn the direction of writing: with those a text can look like another one. */
const turns = '\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069'
/** Characters that a text of one line never holds, as a part of a character class. */
export const notInLine = `\\x00-\\x1F\\x7F-\\x9F${turns}`

/**
 * The patterns of free text: `line` for one line, `lines` for several (`x-lines: many`), where newlines and tabs are
 * allowed and the direction may turn. `filled` requires a visible character, `any` accepts the empty text, too.
 *
 * Other languages read them as we do: no `\p{…}`, no look-around, no characters beyond U+FFFF. No two classes that meet
 * have a character in common, so matching takes time in proportion to the length of the text.
 */
export const text = textPatterns('')

/** Patterns of free text as we check them: they also know the characters beyond U+FFFF that cannot be seen. */
export const ownText = textPatterns('\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}')

interface TextPatterns {
  any: string
  filled: string
}

function textPatterns(others: string): { line: TextPatterns; lines: TextPatterns } {
  const unseen = spaces + joiners + others
  return { line: pattern(unseen, notInLine), lines: pattern(`\\t\\n${unseen}${turns}`, control) }
}

function pattern(unseen: string, refused: string): TextPatterns {
  const some = `[${unseen}]*[^${unseen}${refused}][^${refused}]*`
  return { any: `^(?:${some})?$`, filled: `^${some}$` }
}

/**
 * The formats of the contract. `date` is a calendar day, `country` ISO 3166-1 alpha-2, `currency` ISO 4217,
 * `time-zone` an IANA name in its own spelling. `phone` is E.164, in which spaces, dashes, dots, slashes, brackets and a
 * "(0)" after the country code are ignored. `idn-email` is an e-mail address whose domain may be international; the part
 * before the @ is ASCII, and an address to which no mail could be sent is refused. `iban` is an account number (ISO
 * 13616), with spaces or without. `people-cursor` and the like are where a page of that list begins, and `action-name`
 * the name of an action as the activity log, its path or its operation id has it.
 */
export const formats: Record<string, Format> = {
  date: isDay,
  'date-time': fullFormats['date-time'],
  'idn-email': isEmail,
  country: (value: string) => countries.has(value),
  currency: (value: string) => currencies.has(value),
  'time-zone': (value: string) => timeZones.has(value),
  phone: isPhone,
  iban: isIban,
  ...Object.fromEntries(Object.entries(cursorPatterns).map(([name, text]) => [name, new RegExp(text)])),
  'action-name': new RegExp(patterns['action-name']),
}

const asciiAddress = fullFormats.email as RegExp

function isEmail(value: string): boolean {
  const address = asciiEmail(value)
  return address !== undefined && asciiAddress.test(address) && isDeliverable(address)
}

/**
 * Tells whether mail could be sent to an address, as far as its text tells: its parts are not too long, and its domain
 * is a name and not the address of a machine.
 *
 * @param address of ASCII, with one @
 */
function isDeliverable(address: string): boolean {
  const at = address.lastIndexOf('@')
  return at <= 64 && address.length <= 254 && isDomain(address.slice(at + 1).toLowerCase())
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  // What ends in a number is an IPv4 address, or no address at all.
  if (labels.some((label) => label.length > 63) || /^\d+$/.test(labels.at(-1)!)) return false
  // `URL` changes IPv4 addresses in other spellings, such as `0x7f.0x1`.
  if (URL.parse(`http://${domain}`)?.hostname !== domain) return false
  // A label with `xn--` that has no meaning stays as it is, or comes back as another one.
  const own = domainToUnicode(domain)
  return !/(^|\.)xn--/.test(own) && domainToASCII(own) === domain
}

/** A short pattern for these codes: `DE DK FR` → `^(D[EK]|FR)$`. */
function onlyThese(codes: Set<string>): string {
  const byStem = Map.groupBy(codes, (code) => code.slice(0, -1))
  const parts = [...byStem].map(([stem, same]) => {
    const last = same.map((code) => code.slice(-1)).join('')
    return stem + (last.length > 1 ? `[${last}]` : last)
  })
  return `^(${parts.join('|')})$`
}

/**
 * The names of the time zone database, also the old ones that people still write, such as `GMT` or `Japan`. `Factory`
 * is no zone: it says that a machine has not been given one.
 *
 * It is a list and not Intl, because Intl also accepts other spellings, and names that are not in the database. Other
 * programs refuse those.
 */
export const timeZones: ReadonlySet<string> = new Set(
  Object.keys(getAllTimezones({ deprecated: true })).filter((name) => name !== 'Factory'),
)

/** The values of a format that has a list of them, for forms. */
export const valuesOfFormat = (format: string): ReadonlySet<string> | undefined => listed.get(format)

const listed = new Map([
  ['country', countries],
  ['currency', currencies],
  ['time-zone', timeZones],
])
