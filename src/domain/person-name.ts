const maxCharacters = 100

/**
 * Given and family name from the display name of a login: the last word is the family name. If there is only one word,
 * the family name is `-`, which shows that it is missing.
 */
export function splitName(displayName: string): { given_name: string; family_name: string } {
  const words = displayName.split(/\s+/).filter(Boolean)
  const family = words.length > 1 ? (words.pop() as string) : '-'
  return { given_name: clip(words.join(' ') || '-'), family_name: clip(family) }
}

/** Counts code points, as the contract does. Cutting between the two halves of a character would make broken text. */
function clip(name: string): string {
  return [...name].slice(0, maxCharacters).join('')
}
