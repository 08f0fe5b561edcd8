import type { components } from '../generated/contract.ts'

type JobRow = components['schemas']['JobRow']
/** The rest of a job row: its dates, its title, the records that it points to, and why it begins and ends. */
type Others =
  | 'id'
  | 'valid_from'
  | 'valid_to'
  | 'title'
  | 'unit'
  | 'manager'
  | 'location'
  | 'legal_entity'
  | 'reason'
  | 'end_reason'

/** The terms of a job that are values by themselves, by their names in the contract. */
export type JobValues = Omit<JobRow, Others>
export type JobField = keyof JobValues

interface Description<Value> {
  /** The type of the column of `job_rows`. */
  sql: 'text' | 'numeric' | 'integer' | 'date'
  /** The value of a first job whose input leaves it out. */
  usual: Value
  /** Names that other systems have for its column, in several languages: see `foreign-columns.ts`. */
  elsewhere: string
}

/**
 * Each of these terms, in the order in which the log and files of CSV list them. What stores, copies, exports, imports and
 * announces them reads this table. The compiler wants an entry for each property of the contract, and codegen each of these
 * names in the contract and in a migration.
 */
export const jobFields = {
  employment_type: {
    sql: 'text',
    usual: 'full_time',
    elsewhere: `type of employment, employment status, employee type, worker type, beschäftigungsart, anstellungsart,
      art der beschäftigung, type d'emploi, tipo de empleo, tipo di impiego, dienstverband, rodzaj zatrudnienia`,
  },
  fte: {
    sql: 'numeric',
    usual: 1,
    elsewhere: `full time equivalent, fte %, stellenanteil, vollzeitäquivalent, vzä, etp`,
  },
  contract_type: {
    sql: 'text',
    usual: 'permanent',
    elsewhere: `type of contract, contract, vertragsart, vertragstyp, type de contrat, tipo de contrato, tipo di contratto,
      rodzaj umowy`,
  },
  contract_end_date: {
    sql: 'date',
    usual: null,
    elsewhere: `contract ends, contract end, end of contract, contract expiry date, vertragsende, befristet bis,
      fin de contrat, fin de contrato, fine contratto, einde contract`,
  },
  probation_end_date: {
    sql: 'date',
    usual: null,
    elsewhere: `probation period end, probation end, end of probation, probation ends, probezeitende, ende der probezeit,
      probezeit bis, fin de période d'essai, fin del periodo de prueba, fine periodo di prova, einde proeftijd`,
  },
  weekly_hours: {
    sql: 'numeric',
    usual: null,
    elsewhere: `weekly working hours, hours per week, working hours, hours, wochenstunden, wochenarbeitszeit, arbeitszeit,
      stunden pro woche, heures par semaine, horas semanales, ore settimanali, uren per week`,
  },
  notice_period_days: {
    sql: 'integer',
    usual: null,
    elsewhere: `notice period, notice period (days), kündigungsfrist, préavis, periodo de preaviso, preavviso,
      opzegtermijn`,
  },
} as const satisfies { [Name in JobField]: Description<JobValues[Name]> }

export const jobFieldNames = Object.keys(jobFields) as JobField[]

/** One property of each field, such as its SQL type, by the name of the field. */
const eachField = <Value>(value: (name: JobField) => Value): Record<JobField, Value> => {
  const made = {} as Record<JobField, Value>
  for (const name of jobFieldNames) made[name] = value(name)
  return made
}

/** The columns of `job_rows` for these fields, with their SQL types. */
export const jobColumns = eachField((name) => jobFields[name].sql)

/** The terms of a first job when the input does not give others: full time, without an end. */
export const usualTerms = eachField((name) => jobFields[name].usual) as {
  [Name in JobField]: (typeof jobFields)[Name]['usual']
}

const cells = { text: 'text', numeric: 'number', integer: 'number', date: 'day' } as const

/** Their columns in a CSV file. */
export const jobCells = eachField((name) => cells[jobFields[name].sql])

/** Names that other systems have for their columns. */
export const jobFieldsElsewhere = eachField((name) => jobFields[name].elsewhere)

type Given = { [Name in JobField]?: JobValues[Name] | null | undefined }

/** All fields of a job. What is left out, in an input or in a row that was stored when there was no such field, is as usual. */
export const jobValuesOf = (given: Given): JobValues =>
  eachField((name) => given[name] ?? usualTerms[name]) as unknown as JobValues

/** The values that an input gives of these fields; undefined where it gives none. */
export const jobValuesIn = (given: Given): { [Name in JobField]?: JobValues[Name] | undefined } =>
  eachField((name) => given[name]) as { [Name in JobField]?: JobValues[Name] | undefined }
