import { phrases } from './phrase.ts'
import { formatTexts } from './input.ts'

/** Words for what the patterns of the contract ask for; a test finds those that lack. Formats have theirs in `formatTexts`. */
export const patternTexts = {
  ...phrases({
    '^[1-9][0-9]{3}-(0[1-9]|1[0-2])$': { en: 'a month such as 2026-11', de: 'ein Monat wie 2026-11' },
    '^[a-z][a-z0-9_]{0,39}$': {
      en: 'a key of small letters, digits and _ that begins with a letter, such as desk_number',
      de: 'ein Schlüssel aus kleinen Buchstaben, Ziffern und _, der mit einem Buchstaben beginnt, wie desk_number',
    },
    '^[a-z0-9_-]{1,40}$': {
      en: 'a name of small letters, digits, _ and -, such as laptop',
      de: 'ein Name aus kleinen Buchstaben, Ziffern, _ und - wie laptop',
    },
    '^ *[A-Za-z0-9./-][A-Za-z0-9 ./-]*$': {
      en: 'a number of letters from A to Z, digits, spaces, points, slashes and hyphens',
      de: 'eine Nummer aus Buchstaben von A bis Z, Ziffern, Leerzeichen, Punkten, Schrägstrichen und Bindestrichen',
    },
    '^[0-9a-f]{64}$': {
      en: 'a SHA-256 of 64 hexadecimal digits, in small letters',
      de: 'ein SHA-256 aus 64 hexadezimalen Ziffern, in kleinen Buchstaben',
    },
    '^[!-.0-~]+/[!-~]+(; [ -~]*)?$': {
      en: 'a type of files, such as application/pdf',
      de: 'ein Dateityp wie application/pdf',
    },
    '^https://[^\\s\\\\\\x00-\\x1F\\x7F-\\x9F\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]+$': {
      en: 'an address that begins with https:// and has no spaces',
      de: 'eine Adresse, die mit https:// beginnt und keine Leerzeichen hat',
    },
  }),
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}$': formatTexts.date,
}
