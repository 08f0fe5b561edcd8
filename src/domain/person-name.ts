const longest = 100

/**
 * Given and family name out of a login's display name: the last word is the family name. Someone with one word
 * gets `-` as family name, so that it is plain that it is missing.
 */
export function splitName(displayName: string): { given_name: string; family_name: string } {
  const words = displayName.split(/\s+/).filter(Boolean)
  const family = words.length > 1 ? (words.pop() as string) : '-'
  return { given_name: clip(words.join(' ') || '-'), family_name: clip(family) }
}

/** By code points, as lengths are counted everywhere: half a character would be no text at all. */
function clip(name: string): string {
  return [...name].slice(0, longest).join('')
}
