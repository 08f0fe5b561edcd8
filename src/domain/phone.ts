/** The number as it is stored: E.164, without what people put between the digits (gaps 1). */
export const canonicalPhone = (value: string): string => value.replace(/[\s()/.-]/g, '')
