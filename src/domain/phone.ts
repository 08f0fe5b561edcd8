const ignored = String.raw`[\s()/.-]`

/** A "(0)" after a country code, which is dialled only within the country: `+49 (0)30 …` */
const trunkZero = new RegExp(
  String.raw`^(${ignored}*\+${ignored}*[1-9](?:${ignored}*[0-9]){0,2}[\s)/.-]*)\(\s*0\s*\)`,
)

/** Italy (and the Vatican) and San Marino: there the zero is part of the number, from abroad, too. */
const zeroBelongs = /^\+(39|378)$/

const separators = new RegExp(ignored, 'g')

/**
 * A phone number in E.164: without the spaces, dashes, dots, slashes and brackets that people put between digits, and
 * without a "(0)" after the country code.
 */
export function canonicalPhone(value: string): string {
  const plain = (text: string) => text.replaceAll(separators, '')
  return plain(value.replace(trunkZero, (all, code: string) => (zeroBelongs.test(plain(code)) ? all : code)))
}

/** Tells whether the text is an international phone number: a plus, the country code, and 7 to 15 digits in all. */
export const isPhone = (value: string): boolean => /^\+[1-9][0-9]{6,14}$/.test(canonicalPhone(value))
