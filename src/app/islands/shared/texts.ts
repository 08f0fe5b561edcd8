const en = {
  found: (count: number) => (count === 1 ? '1 found' : `${count} found`),
  nothing: 'Nothing found',
  failed: 'The search does not answer. Try again.',
}

const de: typeof en = {
  found: (count) => `${count} gefunden`,
  nothing: 'Nichts gefunden',
  failed: 'Die Suche antwortet nicht. Versuchen Sie es noch einmal.',
}

/** The words that scripts add, in the language of the page. */
export const words = document.documentElement.lang === 'de' ? de : en
