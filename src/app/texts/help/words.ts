/**
 * Help of fields by its words in the contract: German, and English for people where the contract speaks to programs. A test
 * finds the help that lacks its German.
 */
export type Help = Readonly<Record<string, readonly [de: string, en?: string]>>
