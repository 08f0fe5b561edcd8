const maxCharacters = 100

/** Words that begin a family name of several words: "van der Berg", "de la Cruz", "von und zu Habsburg". */
const particles = new Set(
  (
    'van von vom zu zum zur und der den dem des de del della dello delle degli dei di da do dos das du la le les lo los ' +
    'las ter ten te tot thoe af av bin ibn ben bint abu al el'
  ).split(' '),
)
/** These are particles in small letters only: with a capital they are first names or initials. */
const alsoNames = new Set(['al', 'el', 'ben', 'do', 'te', 'lo', 'des', 'les'])
/** Words between two parts of a family name: "Ortega y Gasset". */
const links = new Set(['y', 'e', 'i'])

/**
 * Given and family name from the display name of a login: the last word is the family name, with the particles before
 * it. If there is only one word, the family name is `-`, which shows that it is missing. The first word is always part
 * of the given name.
 */
export function splitName(displayName: string): { given_name: string; family_name: string } {
  const words = displayName.split(/\s+/).filter(Boolean)
  if (words.length < 2) return { given_name: clip(words[0] ?? '-'), family_name: '-' }
  const start = familyStart(words)
  return {
    given_name: clip(words.slice(0, start).join(' ')),
    family_name: clip(words.slice(start).join(' ')),
  }
}

/** The index of the first word of the family name: at least 1. */
function familyStart(words: string[]): number {
  const allCapitals = !words.some((word) => word !== word.toUpperCase())
  let start = words.length - 1
  for (;;) {
    if (start > 1 && isParticle(words[start - 1]!, allCapitals)) start -= 1
    else if (start > 2 && links.has(words[start - 1]!)) start -= 2
    else return start
  }
}

function isParticle(word: string, allCapitals: boolean): boolean {
  const small = word.toLowerCase()
  return particles.has(small) && (allCapitals || word === small || !alsoNames.has(small))
}

/** Counts code points, as the contract does. Cutting between the two halves of a character would make broken text. */
function clip(name: string): string {
  return [...name].slice(0, maxCharacters).join('')
}
