/** The phone number as it is stored: E.164, without the spaces, dashes and brackets that people put between digits. */
export const canonicalPhone = (value: string): string => value.replace(/[\s()/.-]/g, '')
