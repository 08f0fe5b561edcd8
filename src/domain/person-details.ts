import type { components } from '../generated/contract.ts'
import { wholeAddress } from './address.ts'
import { canonicalIban } from './iban.ts'
import { canonicalPhone } from './phone.ts'

type Schemas = components['schemas']
type Contact = Schemas['Contact']
type ContactInput = Schemas['ContactInput']
/** The details that a person has directly, and not as a part of the contact. */
type Direct = Omit<Schemas['Person'], keyof Schemas['DirectoryPerson'] | 'contact'>

/** The private and payroll details of a person, by their names in the contract. All of them are stored encrypted. */
export type PersonDetails = Contact & Direct
export type DetailField = keyof PersonDetails

type Given = { [Name in keyof Direct]?: Direct[Name] | undefined }

/** Private and payroll details as an input has them. What is left out stays as it is, and null clears. */
export type DetailsInput = Given & { contact?: ContactInput | undefined }

interface Description<Name extends DetailField> {
  /** Payroll details are for the web app alone, and of a change of them the other side is told. */
  tier: 'private' | 'payroll'
  /** Tells whether inputs and answers have it as a part of the contact. */
  contact: Name extends keyof Contact ? true : false
  /**
   * Tells whether an export with private details has it. An import takes payroll details from there, and leaves the
   * rest alone.
   */
  exported: boolean
  /** The form in which a value is stored, when it is another than the one that was given. */
  stored?: (
    given: NonNullable<Name extends keyof ContactInput ? ContactInput[Name] : PersonDetails[Name]>,
  ) => PersonDetails[Name]
  /** The value of who has none, when it is not null. */
  none?: PersonDetails[Name]
  /**
   * Names that other systems have for its column, in several languages, when an import takes it: see
   * `foreign-columns.ts`.
   */
  elsewhere?: string
}

/** The parts of a private address. It includes the country, which is no field of the person. */
export const homeAddressParts = ['line1', 'line2', 'city', 'region', 'postal_code', 'country'] as const

/**
 * Each of these details, in the order in which files of CSV have them. What stores, changes, hides, exports and imports them
 * reads this table, and so do the log and the register of personal data. The compiler wants an entry for each property of the
 * contract, and codegen each of these names in the contract and in a migration.
 */
export const personDetails = {
  personal_email: { tier: 'private', contact: true, exported: true },
  personal_phone: { tier: 'private', contact: true, exported: true, stored: canonicalPhone },
  address: {
    tier: 'private',
    contact: true,
    exported: true,
    stored: (address) => wholeAddress(homeAddressParts, address) ?? null,
  },
  emergency_contacts: {
    tier: 'private',
    contact: true,
    exported: false,
    stored: (contacts) =>
      contacts.map(({ name, relationship = null, phone, email = null }) => ({
        name,
        relationship,
        phone: phone ? canonicalPhone(phone) : null,
        email,
      })),
    none: [],
  },
  birthday: { tier: 'private', contact: false, exported: true },
  gender: { tier: 'private', contact: false, exported: false },
  nationality: { tier: 'private', contact: false, exported: false },
  tax_id: {
    tier: 'payroll',
    contact: false,
    exported: true,
    elsewhere: `tax number, tax identification number, tin, steuer-id, steueridentifikationsnummer, steuernummer,
      numéro fiscal, nif, codice fiscale`,
  },
  social_security_number: {
    tier: 'payroll',
    contact: false,
    exported: true,
    elsewhere: `ssn, national insurance number, ni number, sozialversicherungsnummer, sv-nummer,
      rentenversicherungsnummer, numéro de sécurité sociale, número de seguridad social, bsn, pesel`,
  },
  iban: {
    tier: 'payroll',
    contact: false,
    exported: true,
    stored: canonicalIban,
    elsewhere: `bank account, bank account number, account number, bankkonto, kontonummer`,
  },
} as const satisfies { [Name in DetailField]: Description<Name> }

type Table = typeof personDetails
export type PayrollField = {
  [Name in DetailField]: Table[Name]['tier'] extends 'payroll' ? Name : never
}[DetailField]
export type PayrollInput = Pick<Given, PayrollField>

/** A description without the exact types, for code that is about all of them. */
interface AnyDescription extends Pick<Description<DetailField>, 'tier' | 'exported' | 'elsewhere'> {
  contact: boolean
  stored?: (given: never) => unknown
  none?: unknown
}
const described: Readonly<Record<DetailField, AnyDescription>> = personDetails

/** The names of all details, which are the columns of the table. */
export const detailFields = Object.keys(personDetails) as DetailField[]

/** The names of the details of a tier. */
export const detailsOfTier = (tier: 'private' | 'payroll'): DetailField[] =>
  detailFields.filter((name) => described[name].tier === tier)

export const payrollFields = detailsOfTier('payroll') as PayrollField[]

/** Names that other systems have for the columns that an import takes. */
export const detailsElsewhere = Object.fromEntries(
  detailFields.flatMap((name) => (described[name].elsewhere ? [[name, described[name].elsewhere]] : [])),
)

/** One value for each detail, by its name. */
const eachDetail = <Value>(value: (name: DetailField) => Value): PersonDetails =>
  Object.fromEntries(detailFields.map((name) => [name, value(name)])) as unknown as PersonDetails

/** The details of a person of whom none is known. */
export const noDetails = eachDetail((name) => described[name].none ?? null)

/** Names of details for callers: the parts of the contact are one field. */
export type DetailName = 'contact' | keyof Direct

const nameOf = (field: DetailField): DetailName =>
  described[field].contact ? 'contact' : (field as keyof Direct)

/** The names of all details, as callers know them. */
export const detailNames: readonly DetailName[] = [...new Set(detailFields.map(nameOf))]

/** The details as answers have them. */
export type ShownDetails = Direct & { contact: Contact }

export const shownDetails = (details: PersonDetails): ShownDetails => {
  const own = (contact: boolean) =>
    Object.fromEntries(
      detailFields.flatMap((name) => (described[name].contact === contact ? [[name, details[name]]] : [])),
    )
  return { contact: own(true), ...own(false) } as unknown as ShownDetails
}

/** The details as answers have them that hide them. */
export const hiddenDetails = Object.fromEntries(detailNames.map((name) => [name, null])) as {
  [Name in DetailName]: null
}

/** The values that an input gives of each detail, undefined where it gives none. */
const givenIn = ({ contact, ...direct }: DetailsInput, field: DetailField): unknown =>
  described[field].contact ? contact?.[field as keyof ContactInput] : direct[field as keyof Direct]

/** The payroll details that an input gives or clears. */
export const payrollGiven = (input: PayrollInput): PayrollField[] =>
  payrollFields.filter((field) => input[field] !== undefined)

/**
 * The details with those of an input, as they are stored: phone numbers in E.164, an IBAN without spaces. Each part of
 * the contact is kept when it is left out; an address and the list of emergency contacts are replaced as a whole.
 */
export const detailsAfter = (before: PersonDetails, input: DetailsInput): PersonDetails =>
  eachDetail((name) => {
    const given = givenIn(input, name)
    if (given === undefined) return before[name]
    const { stored } = described[name]
    if (given === null) return noDetails[name]
    return stored ? stored(given as never) : given
  })

/** The names of the fields in which the details differ, as callers know them. */
export const changedDetails = (before: PersonDetails, after: PersonDetails): DetailName[] =>
  named((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/** The names of the fields that an input gives or clears, whether or not that changes anything. */
export const givenDetails = (input: DetailsInput): DetailName[] =>
  named((field) => givenIn(input, field) !== undefined)

const named = (holds: (field: DetailField) => boolean): DetailName[] => [
  ...new Set(detailFields.filter(holds).map(nameOf)),
]
