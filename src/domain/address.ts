/** The parts of a location's address. Its city and country are fields of the location itself. */
export const addressParts = ['line1', 'line2', 'region', 'postal_code'] as const

/** The parts of a legal entity's address. It includes the city, which is no field of the legal entity itself. */
export const registeredAddressParts = ['line1', 'line2', 'city', 'region', 'postal_code'] as const

export type AddressOf<Part extends string> = Record<Part, string | null>
export type Address = AddressOf<(typeof addressParts)[number]>
export type RegisteredAddress = AddressOf<(typeof registeredAddressParts)[number]>

/**
 * The address as it is stored: with every part, null where nothing was given. An address without any part becomes null.
 * `undefined`, which means to keep the stored address, stays undefined.
 */
export function wholeAddress<Part extends string>(
  parts: readonly Part[],
  given: { [P in Part]?: string | null } | null | undefined,
): AddressOf<Part> | null | undefined {
  if (!given) return given
  const whole = Object.fromEntries(parts.map((part) => [part, given[part] ?? null])) as AddressOf<Part>
  return parts.every((part) => whole[part] === null) ? null : whole
}
