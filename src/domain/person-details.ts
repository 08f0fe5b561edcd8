import { wholeAddress, type AddressOf } from './address.ts'
import type { Day } from './day.ts'
import { canonicalIban } from './iban.ts'
import { canonicalPhone } from './phone.ts'

/** How to reach a person privately, as an input has it. What is left out stays as it is, and null clears. */
export type ContactInput = {
  personal_email?: string | null | undefined
  personal_phone?: string | null | undefined
  address?: { [part in keyof HomeAddress]?: string | null } | null | undefined
  emergency_contacts?:
    | {
        name: string
        relationship?: string | null | undefined
        phone?: string | null | undefined
        email?: string | null | undefined
      }[]
    | null
    | undefined
}

/** Private and payroll details as an input has them. */
export type DetailsInput = PayrollInput & {
  contact?: ContactInput | undefined
  birthday?: Day | null | undefined
  gender?: string | null | undefined
  nationality?: string | null | undefined
}

export type PayrollInput = { [field in (typeof payrollFields)[number]]?: string | null | undefined }

/** The parts of a private address. It includes the country, which is no field of the person. */
const homeAddressParts = ['line1', 'line2', 'city', 'region', 'postal_code', 'country'] as const

export type HomeAddress = AddressOf<(typeof homeAddressParts)[number]>

/** The private and payroll details of a person, all of which are stored encrypted. */
export type PersonDetails = {
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
  gender: string | null
  nationality: string | null
  tax_id: string | null
  social_security_number: string | null
  iban: string | null
}

export const payrollFields = ['tax_id', 'social_security_number', 'iban'] as const

const contactFields = ['personal_email', 'personal_phone', 'address', 'emergency_contacts'] as const

/** The names of all details, which are the columns of the table. */
export const detailFields = [
  ...contactFields,
  ...(['birthday', 'gender', 'nationality'] as const),
  ...payrollFields,
] as const

/** The details of a person of whom none is known. */
export const noDetails: PersonDetails = {
  personal_email: null,
  personal_phone: null,
  address: null,
  emergency_contacts: [],
  birthday: null,
  gender: null,
  nationality: null,
  tax_id: null,
  social_security_number: null,
  iban: null,
}

/** The payroll details that an input gives or clears. */
export const payrollGiven = (input: PayrollInput): (keyof PayrollInput)[] =>
  payrollFields.filter((field) => input[field] !== undefined)

/**
 * The details with those of an input, as they are stored: phone numbers in E.164, an IBAN without spaces. Each part of
 * the contact is kept when it is left out; an address and the list of emergency contacts are replaced as a whole.
 */
export const detailsAfter = (before: PersonDetails, given: DetailsInput): PersonDetails => {
  const { personal_email, personal_phone, address, emergency_contacts: contacts } = given.contact ?? {}
  return {
    personal_email: kept(personal_email, before.personal_email),
    personal_phone: kept(inForm(personal_phone, canonicalPhone), before.personal_phone),
    address: kept(wholeAddress(homeAddressParts, address), before.address),
    emergency_contacts:
      contacts === undefined
        ? before.emergency_contacts
        : (contacts ?? []).map(({ name, relationship = null, phone, email = null }) => ({
            name,
            relationship,
            phone: inForm(phone, canonicalPhone) ?? null,
            email,
          })),
    birthday: kept(given.birthday, before.birthday),
    gender: kept(given.gender, before.gender),
    nationality: kept(given.nationality, before.nationality),
    tax_id: kept(given.tax_id, before.tax_id),
    social_security_number: kept(given.social_security_number, before.social_security_number),
    iban: kept(inForm(given.iban, canonicalIban), before.iban),
  }
}

const kept = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given)

/** The text in its form of storage; null and undefined stay. */
const inForm = (text: string | null | undefined, form: (text: string) => string) => text && form(text)

/** What a caller knows a detail as: the parts of the contact are one field. */
export type DetailName = 'contact' | Exclude<keyof PersonDetails, (typeof contactFields)[number]>

/** The names of the fields in which the details differ, as callers know them. */
export const changedDetails = (before: PersonDetails, after: PersonDetails): DetailName[] => {
  const changed = detailFields.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  const names = changed.map((field) => (isContact(field) ? 'contact' : field))
  return [...new Set(names)]
}

/** The names of the fields that an input gives or clears, whether or not that changes anything. */
export const givenDetails = ({ contact, ...given }: DetailsInput): DetailName[] => [
  ...(Object.values(contact ?? {}).some((part) => part !== undefined) ? (['contact'] as const) : []),
  ...(['birthday', 'gender', 'nationality', ...payrollFields] as const).filter(
    (field) => given[field] !== undefined,
  ),
]

const isContact = (field: keyof PersonDetails): field is (typeof contactFields)[number] =>
  (contactFields as readonly string[]).includes(field)
