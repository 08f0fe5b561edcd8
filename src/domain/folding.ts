// eslint-disable-next-line no-control-regex -- ASCII is the range of characters that needs no table
const ascii = /^[\x00-\x7f]*$/
/** Characters that the conversions below fold otherwise than Unicode does. */
const exceptions = /[ı\p{Script=Cherokee}]/u

/**
 * Full case folding, as Unicode defines it (Core Specification, 3.13.3: mappings C and F, no language): `Straße` and
 * `STRASSE` become `strasse`. JavaScript has no function for it, but the same result comes from three conversions: the
 * first one takes care of `ẞ`, whose capital form is itself. At the end of a word the last one makes `ς`, which is `σ`.
 *
 * There are two exceptions: the Turkish `ı` is no form of `i`, and the folded form of Cherokee letters is the capital.
 * A test compares all characters with PostgreSQL's `casefold`.
 */
export function foldCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return exceptions.test(text) ? Array.from(text, foldCharacter).join('') : fold(text)
}

function foldCharacter(character: string): string {
  if (!exceptions.test(character)) return fold(character)
  return character === 'ı' ? character : character.toUpperCase()
}

const fold = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/**
 * The key of a unique name: names with the same key are one name, all others are different. Only the case and how much
 * white space is between words make no difference: `Sales  Team` is `SALES TEAM`, but `H²` is not `H2`.
 */
export function nameKey(name: string): string {
  const spaced = name.trim().replace(/\s+/gu, ' ')
  // Decomposed first, because a mark in the wrong place for folding moves to the right one.
  return foldCase(spaced.normalize('NFD')).normalize('NFC')
}
