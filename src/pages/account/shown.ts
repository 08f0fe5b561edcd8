/** What stands on the page besides what there is. */
export interface Shown {
  done?: string | undefined
  /** What went wrong with the form that was sent. */
  problem?: string
  /** What was typed into the form of a new key. */
  key?: { name: string; audience: string; problem: string }
}
