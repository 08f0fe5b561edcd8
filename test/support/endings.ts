/** What tests of this process share is stopped after the last of them: what was started last is stopped first. */
export const endings: (() => Promise<unknown>)[] = []
