/** An account number in the form in which it is stored: without spaces, in capitals. */
export const canonicalIban = (value: string): string => value.replaceAll(' ', '').toUpperCase()

/** Check digits are 02 to 98: others can give the right remainder, too, but no bank gives them. */
const form = /^[A-Z]{2}(?!00|01|99)[0-9]{2}[A-Z0-9]{11,30}$/

/**
 * Tells whether the text is an IBAN as ISO 13616 makes them: country, two check digits that fit (ISO 7064, mod 97-10),
 * and 15 to 34 characters in all. The length that a country uses is not known here: check digits find a character too
 * many.
 */
export function isIban(value: string): boolean {
  if (!/^[A-Za-z0-9 ]*$/.test(value)) return false
  const iban = canonicalIban(value)
  if (!form.test(iban)) return false
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (character) => parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
