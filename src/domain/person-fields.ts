import type { components } from '../generated/contract.ts'
import { canonicalPhone } from './phone.ts'

type Facts = components['schemas']['PersonFacts']
/** The rest that events tell of a person: their identity, and facts that follow from employments and the job. */
type Others =
  | 'id'
  | 'name'
  | 'status'
  | 'title'
  | 'unit'
  | 'manager'
  | 'location'
  | 'start_date'
  | 'original_start_date'
  | 'end_date'

/** A person's own fields, which everybody sees, by their names in the contract. */
export type PersonValues = Omit<Facts, Others>
export type PersonField = keyof PersonValues

interface Description<Value> {
  /** Tells whether everybody has a value. If not, null is none. */
  required: null extends Value ? false : true
  /** The form in which a value is stored, when it is another than the one that was given. */
  stored?: (text: string) => string
  /** Names that other systems have for its column, in several languages: see `foreign-columns.ts`. */
  elsewhere: string
}

/**
 * Each of these fields, in the order in which files of CSV have them. All of them are texts. What stores, changes, exports,
 * imports and announces them reads this table, and so do the log and the register of personal data. The compiler wants an
 * entry for each property of the contract, and codegen each of these names in the contract and in a migration.
 *
 * Two rules are elsewhere: names and the work e-mail make the text of the search (`search.ts`), and by the work e-mail people
 * are matched (`email.ts`).
 */
export const personFields = {
  given_name: {
    required: true,
    elsewhere: `first name, forename, legal first name, root.firstName, vorname, prénom, nombre, nome, imię,
      voornaam`,
  },
  family_name: {
    required: true,
    elsewhere: `last name, surname, legal last name, root.surname, nachname, familienname, zuname, nom, nom de famille,
      apellido, apellidos, cognome, sobrenome, nazwisko, achternaam`,
  },
  preferred_name: {
    required: false,
    elsewhere: `preferred first name, known as, nickname, goes by, call name, rufname, spitzname, bevorzugter name, prénom usuel,
      roepnaam`,
  },
  employee_number: {
    required: false,
    elsewhere: `employee #, employee no, employee nr, employee id, employee code, personnel number,
      personnel no, staff number, staff id, payroll number, payroll id, person id, work.employeeIdInCompany, personalnummer,
      personal-nr., mitarbeiternummer, mitarbeiternr, mitarbeiter-id, matricule, número de empleado, matricola,
      personeelsnummer, numer pracownika`,
  },
  work_email: {
    required: true,
    elsewhere: `e-mail, e-mail address, mail, work mail, work email address, company email, business email,
      email (work), root.email, e-mail-adresse, geschäftliche e-mail, dienstliche e-mail, firmen-e-mail, adresse e-mail,
      courriel, correo, correo electrónico, posta elettronica, e-mailadres, adres e-mail`,
  },
  work_phone: {
    required: false,
    stored: canonicalPhone,
    elsewhere: `phone, phone number, telephone, office phone, business phone, mobile phone, work phone number, work mobile,
      telefon, telefonnummer, geschäftliche telefonnummer, diensttelefon, téléphone, teléfono, telefono, telefoon,
      telefone`,
  },
} as const satisfies { [Name in PersonField]: Description<PersonValues[Name]> }

const described: Readonly<Record<PersonField, Description<string> | Description<null>>> = personFields

export const personFieldNames = Object.keys(personFields) as PersonField[]

/** One property of each field, such as its names elsewhere, by the name of the field. */
const eachField = <Value>(value: (name: PersonField) => Value): Record<PersonField, Value> => {
  const made = {} as Record<PersonField, Value>
  for (const name of personFieldNames) made[name] = value(name)
  return made
}

/** Their columns in a CSV file. */
export const personCells = eachField(() => 'text' as const)

/** Names that other systems have for their columns. */
export const personFieldsElsewhere = eachField((name) => personFields[name].elsewhere)

type Required = { [Name in PersonField]: null extends PersonValues[Name] ? never : Name }[PersonField]
/** A new person: what is left out is null. */
export type NewPersonValues = Pick<PersonValues, Required> & PersonInput

/** The values that an input gives of these fields. What is left out stays, and null clears. */
export type PersonInput = { [Name in PersonField]?: PersonValues[Name] | undefined }

/** All fields of a person. */
export const personValuesOf = (given: NewPersonValues): PersonValues =>
  eachField((name) => given[name] ?? null) as PersonValues

/** The values that an input gives of these fields, as they are stored; undefined where it gives none. */
export const personValuesIn = <Given extends PersonInput>(
  given: Given,
): Pick<Given, PersonField & keyof Given> =>
  eachField((name) => {
    const { stored } = described[name]
    const value = given[name]
    return value && stored ? stored(value) : value
  }) as Pick<Given, PersonField & keyof Given>
