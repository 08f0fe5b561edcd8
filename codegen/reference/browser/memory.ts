/** Harmless choices of the reader. Never a key: that stays in a variable. */
export type Choice = 'theme' | 'language'

/** Reads what the reader chose last. Without storage, as in some private windows, nothing is remembered. */
export function remembered(choice: Choice): string | undefined {
  try {
    return localStorage.getItem(`reference.${choice}`) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(choice: Choice, value: string): void {
  try {
    localStorage.setItem(`reference.${choice}`, value)
  } catch {
    // The choice lasts until the page is left.
  }
}
