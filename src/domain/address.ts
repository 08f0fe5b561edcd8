/** What an address of a place has; its city and country stand beside it (gaps 3). */
export const addressParts = ['line1', 'line2', 'region', 'postal_code'] as const

/** A registered address has its city in it: a legal entity has no other place for one. */
export const registeredAddressParts = ['line1', 'line2', 'city', 'region', 'postal_code'] as const

export type AddressOf<Part extends string> = Record<Part, string | null>
export type Address = AddressOf<(typeof addressParts)[number]>
export type RegisteredAddress = AddressOf<(typeof registeredAddressParts)[number]>

/**
 * The address as it is kept: every part, null where nothing was given. One without any part is no address.
 * undefined (keep) passes through.
 */
export function wholeAddress<Part extends string>(
  parts: readonly Part[],
  given: { [P in Part]?: string | null } | null | undefined,
): AddressOf<Part> | null | undefined {
  if (!given) return given
  const whole = Object.fromEntries(parts.map((part) => [part, given[part] ?? null])) as AddressOf<Part>
  return parts.every((part) => whole[part] === null) ? null : whole
}
