import { wholeAddress, type AddressOf } from './address.ts'
import type { Day } from './day.ts'
import { canonicalPhone } from './phone.ts'

/** Private details as an input has them; what is left out is empty. */
export type ContactInput = {
  personal_email?: string | null
  personal_phone?: string | null
  address?: { [part in keyof HomeAddress]?: string | null } | null
  emergency_contacts?: {
    name: string
    relationship?: string | null
    phone?: string | null
    email?: string | null
  }[]
}

/** The parts of a private address. It includes the country, which is no field of the person. */
const homeAddressParts = ['line1', 'line2', 'city', 'region', 'postal_code', 'country'] as const

export type HomeAddress = AddressOf<(typeof homeAddressParts)[number]>

/** Private details as they are stored. */
export type ContactDetails = {
  personal_email: string | null
  personal_phone: string | null
  address: HomeAddress | null
  emergency_contacts: {
    name: string
    relationship: string | null
    phone: string | null
    email: string | null
  }[]
  birthday: Day | null
}

const phone = (value: string | null | undefined): string | null => (value ? canonicalPhone(value) : null)

/** The details as they are stored: complete, with phone numbers in E.164. undefined when nothing was given at all. */
export const contactDetails = (
  contact: ContactInput | undefined,
  birthday: Day | null | undefined,
): ContactDetails | undefined => {
  if (contact === undefined && (birthday ?? null) === null) return undefined
  return {
    personal_email: contact?.personal_email ?? null,
    personal_phone: phone(contact?.personal_phone),
    address: wholeAddress(homeAddressParts, contact?.address) ?? null,
    emergency_contacts: (contact?.emergency_contacts ?? []).map((one) => ({
      name: one.name,
      relationship: one.relationship ?? null,
      phone: phone(one.phone),
      email: one.email ?? null,
    })),
    birthday: birthday ?? null,
  }
}
