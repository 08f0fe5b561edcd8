const mostNamed = 3

/** `A`, `A, B`; of many the first three, and how many more there are. */
export const listed = (names: readonly string[], total = names.length): string => {
  const shown = names.slice(0, mostNamed)
  const more = total - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
