/** Carries out a calculation that may be interrupted, without a pause. */
export function atOnce<Result>(calculation: Generator<undefined, Result, undefined>): Result {
  for (;;) {
    const { done, value } = calculation.next()
    if (done) return value
  }
}
