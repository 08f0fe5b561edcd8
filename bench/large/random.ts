/** Numbers that look random and are the same in each run. */
export interface Random {
  /** At least 0, below 1. */
  next: () => number
  /** One of these. */
  of: <T>(some: readonly T[]) => T
}

/** The generator mulberry32, begun with a seed. */
export function seeded(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, of: (some) => some[Math.floor(next() * some.length)]! }
}

const starts = ['B', 'Ch', 'D', 'F', 'G', 'H', 'K', 'L', 'M', 'N', 'P', 'R', 'S', 'T', 'V', 'Z']
const vowels = ['a', 'e', 'i', 'o', 'u', 'ai', 'eo']
const middles = ['b', 'd', 'k', 'l', 'm', 'n', 'r', 's', 't', 'rn', 'st', 'nk']
const ends = ['', 'n', 's', 'r', 'sson', 'ski', 'man']

/** Different words that may be names. */
export function namesMadeUp(random: Random, count: number, withEnd: boolean): string[] {
  const made = new Set<string>()
  while (made.size < count) {
    const core = `${random.of(starts)}${random.of(vowels)}${random.of(middles)}${random.of(vowels)}`
    made.add(withEnd ? `${core}${random.of(middles)}${random.of(vowels)}${random.of(ends)}` : core)
  }
  return [...made]
}
