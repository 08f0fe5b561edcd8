/** Languages in which the service says something. Whoever reads another one gets English. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** One text in every language. A text that lacks one does not compile. */
export type Text = Readonly<Record<Language, string>>

/**
 * The language in which somebody is answered: what was chosen for them, else what their program asks for, else English.
 *
 * @param accepted the header `Accept-Language`
 * @param chosen language codes, the most important one first; null or undefined: nothing was chosen
 */
export function languageFor(
  accepted: string | undefined,
  ...chosen: readonly (string | null | undefined)[]
): Language {
  const code = chosen.find((one) => one !== null && one !== undefined)
  if (code === undefined) return accepted ? negotiate(accepted) : 'en'
  return languages.find((one) => one === code) ?? 'en'
}

/** The number of characters of a header that are read: browsers send less than 100 characters. */
const maxHeader = 1000

/**
 * The language of ours that a client likes best (RFC 9110, 12.5.4). A region counts as its language: `de-AT` is `de`. Of
 * two that it likes the same, the first one named. What cannot be read is left out.
 */
function negotiate(header: string): Language {
  const ranges = header.slice(0, maxHeader).split(',').map(readRange)
  const likes = languages.map((language) => {
    const own = ranges.filter(({ name }) => name === language)
    const named = own.length > 0 ? own : ranges.filter(({ name }) => name === '*')
    const quality = Math.max(0, ...named.map((one) => one.quality))
    return { language, quality, place: ranges.indexOf(named[0]!) }
  })
  const [best] = likes.toSorted((a, b) => b.quality - a.quality || a.place - b.place)
  return best!.quality > 0 ? best!.language : 'en'
}

/** One range, such as `de-AT;q=0.8`, by its first part. One that cannot be read counts nothing. */
function readRange(text: string): { name: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const name = /^(?:\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)$/.test(range) ? range.split('-')[0]! : ''
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1'
  return { name, quality: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 }
}
