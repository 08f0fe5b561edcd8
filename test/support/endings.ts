/** What tests of this process share is stopped after the last of them, in the order in which it was started. */
export const endings: (() => Promise<unknown>)[] = []
