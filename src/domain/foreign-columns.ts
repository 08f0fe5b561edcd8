import { jobFieldsElsewhere } from './job-fields.ts'
import { readColumns } from './people-csv.ts'
import { detailsElsewhere } from './person-details.ts'
import { personFieldsElsewhere } from './person-fields.ts'

/**
 * Names that other systems have for the columns of an import: the files that Personio, HiBob and BambooHR give, the
 * fields of their APIs, and lists in German, French, Spanish, Italian, Dutch, Polish and Portuguese. Capitals, spaces
 * and signs make no difference. A name that two columns could mean stands for the one that companies mean more often:
 * it is only a hint in a refusal, and nothing is imported by it.
 */
const foreignNames: Readonly<Record<string, string>> = {
  ...personFieldsElsewhere,
  'given_name and family_name': `name, full name, display name, employee name, employee, mitarbeiter, mitarbeiterin,
    mitarbeitername, nom complet, nombre completo, nome completo, naam, imię i nazwisko`,
  title: `job title, position, position title, job, role, job information: job title, work.title, stelle,
    stellenbezeichnung, berufsbezeichnung, jobtitel, funktion, poste, fonction, intitulé du poste, puesto, cargo, posizione,
    mansione, ruolo, functie, stanowisko`,
  team: `department, departments, unit, org unit, division, group, squad, work.department, abteilung, bereich, organisationseinheit,
    département, équipe, service, departamento, equipo, dipartimento, reparto, afdeling, dział, zespół`,
  manager_email: `supervisor, supervisor email, reports to, reports to email, reporting to, line manager, line manager email,
    manager e-mail, manager's email, manager email address, work.reportsTo, work.reportsTo.email, vorgesetzte/r, vorgesetzte,
    e-mail des vorgesetzten, führungskraft, responsable, supérieur, jefe, responsabile, leidinggevende,
    przełożony, gestor`,
  location: `office, site, workplace, work location, place of work, branch, work.site, standort, büro, arbeitsort, niederlassung,
    bureau, lieu de travail, oficina, ubicación, centro de trabajo, sede, locatie, vestiging, lokalizacja, localização`,
  start_date: `hire date, hired on, date of hire, hiring date, start, employment start date, joining date, join date, date joined,
    first day, work.startDate, eintrittsdatum, eintritt, einstellungsdatum, startdatum, beginn, date d'embauche, date d'entrée,
    fecha de inicio, fecha de contratación, data di assunzione, data inizio, datum in dienst, data zatrudnienia,
    data de admissão`,
  ...jobFieldsElsewhere,
  legal_entity: `subcompany, company, company name, legal entity name, employer, gesellschaft, firma, unternehmen, arbeitgeber,
    société, entreprise, empresa, società, azienda, bedrijf, spółka`,
  ...detailsElsewhere,
}

/** Longer names are none of these, and need not be read. */
const longestName = 60

/** `E-Mail` is `email`, `Employee #` is `employeenumber`, `hireDate` and `hire date` are the same. */
const plain = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/[^\p{L}\p{N}%]/gu, '')

/** Foreign names in their plain form, each with the column of an import. */
export const foreignColumns: readonly (readonly [name: string, column: string])[] = Object.entries(
  foreignNames,
).flatMap(([column, names]) => names.split(',').map((name) => [plain(name), column] as const))

/** Columns of an import, by what they may be called: by others, or spelled in another way. */
const meant = new Map([...foreignColumns, ...readColumns.map((column) => [plain(column), column] as const)])

/** The column of an import that another system gives this name, or that is this name in another spelling. */
export const foreignName = (name: string): string | undefined =>
  name.length > longestName ? undefined : meant.get(plain(name))
