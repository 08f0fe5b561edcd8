/** Failures in a row after which the storage counts as away: each may have waited for a network. */
const mostFailures = 10

interface Asking<File> {
  /** Answers true where what is asked is so, or is done. */
  ask: (file: File) => Promise<boolean>
  /** Tells the operator that the storage refused. */
  tell: (file: File) => void
  abortSignal: AbortSignal | undefined
}

/**
 * Asks the storage about one file after the other. One that it refuses does not keep the others from their turn.
 *
 * @returns the files where the answer was true, and whether the storage has refused too many one after the other
 */
export async function askInTurn<File>(
  files: readonly File[],
  { ask, tell, abortSignal }: Asking<File>,
): Promise<{ agreed: File[]; isAway: boolean }> {
  const agreed: File[] = []
  let failures = 0
  for (const file of files) {
    if (abortSignal?.aborted) break
    try {
      if (await ask(file)) agreed.push(file)
      failures = 0
    } catch {
      tell(file)
      if (++failures === mostFailures) return { agreed, isAway: true }
    }
  }
  return { agreed, isAway: false }
}
