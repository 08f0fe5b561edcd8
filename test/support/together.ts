/**
 * Declares each story as a test. While a story runs, the next ones are started already. For stories that mostly wait
 * for other programs or for time to pass, and that share nothing.
 */
export function together(stories: Record<string, () => Promise<void>>, ahead = 1): void {
  const names = Object.keys(stories)
  const begun = new Map<string, Promise<void>>()
  const begin = (name: string | undefined): Promise<void> | undefined => {
    if (name === undefined) return undefined
    let story = begun.get(name)
    if (!story) {
      begun.set(name, (story = stories[name]!()))
      // The test of this story reports its error.
      story.catch(() => undefined)
    }
    return story
  }
  names.forEach((name, index) =>
    it(name, async () => {
      const story = begin(name)
      for (const next of names.slice(index + 1, index + 1 + ahead)) void begin(next)
      await story
    }),
  )
  after(() => Promise.allSettled(begun.values()))
}
