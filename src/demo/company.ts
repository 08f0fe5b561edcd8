import type { PayrollField } from '../domain/person-details.ts'

/**
 * The demo company: a maker of measuring instruments. The company and its people are invented. Dates are given in
 * months from today (`since: -14` is the first day of the month fourteen months ago), so that the demo is never out of
 * date.
 */

export const company = {
  name: 'Orrin Instruments',
  slug: 'orrin',
  domain: 'orrin.example',
  country: 'DE',
  timeZone: 'Europe/Berlin',
}

export const legalEntities = {
  germany: {
    name: 'Orrin Instruments GmbH',
    country: 'DE',
    registration_number: 'HRB 000417',
    tax_id: 'DE000000417',
  },
  canada: {
    name: 'Orrin Instruments Canada Inc.',
    country: 'CA',
    registration_number: '000417-3',
    tax_id: null,
  },
}

export const locations = {
  hamburg: {
    name: 'Hamburg',
    country: 'DE',
    city: 'Hamburg',
    time_zone: 'Europe/Berlin',
    address: { line1: 'Lotsenkai 7', postal_code: '20457' },
  },
  lisbon: {
    name: 'Lisbon',
    country: 'PT',
    city: 'Lisbon',
    time_zone: 'Europe/Lisbon',
    address: { line1: 'Rua das Bússolas 31', postal_code: '1200-417' },
  },
  toronto: {
    name: 'Toronto',
    country: 'CA',
    city: 'Toronto',
    time_zone: 'America/Toronto',
    address: { line1: '208 Sextant Street', region: 'ON', postal_code: 'M5V 0A0' },
  },
}

export type LocationKey = keyof typeof locations

/** The terms of a full-time contract at each location, and the legal entity that employs people there. */
export const terms: Record<
  LocationKey,
  { entity: keyof typeof legalEntities; hours: number; noticeDays: number }
> = {
  hamburg: { entity: 'germany', hours: 40, noticeDays: 90 },
  lisbon: { entity: 'germany', hours: 40, noticeDays: 60 },
  toronto: { entity: 'canada', hours: 37.5, noticeDays: 30 },
}

export interface DemoUnit {
  name: string
  kind: 'division' | 'department' | 'team'
  /** Left out: directly below the company. */
  parent?: string
}

/** A unit comes after its parent in this list. */
export const units: DemoUnit[] = [
  { name: 'Engineering', kind: 'division' },
  { name: 'Firmware', kind: 'team', parent: 'Engineering' },
  { name: 'Hardware', kind: 'department', parent: 'Engineering' },
  { name: 'Cloud Platform', kind: 'department', parent: 'Engineering' },
  { name: 'Data Pipelines', kind: 'team', parent: 'Cloud Platform' },
  { name: 'Product & Design', kind: 'department' },
  { name: 'Commercial', kind: 'division' },
  { name: 'Sales Europe', kind: 'team', parent: 'Commercial' },
  { name: 'Sales Americas', kind: 'team', parent: 'Commercial' },
  { name: 'Customer Success', kind: 'team', parent: 'Commercial' },
  { name: 'Operations', kind: 'division' },
  { name: 'Manufacturing', kind: 'department', parent: 'Operations' },
  { name: 'Finance', kind: 'department', parent: 'Operations' },
  { name: 'People', kind: 'department' },
]

/** Somebody as they were hired. What came later is in `careers.ts`. */
export interface DemoPerson {
  name: [given: string, family: string]
  preferred?: string
  title: string
  place: LocationKey
  /** The month of the start date, in months from today. */
  since: number
  /** The person leads this unit and belongs to it; their manager is the lead of the unit above. */
  leads?: string
  unit?: string
  /** The manager on the first day: the part of their work e-mail before the @. Left out: the lead of the unit. */
  manager?: string
  fte?: number
  /** The last month of a fixed-term contract, in months from today. */
  until?: number
  kind?: 'intern' | 'contractor'
  phone?: string
}

/** The owner of the organization, at the top of the reporting line. */
export const founder: DemoPerson = {
  name: ['Amara', 'Lindqvist'],
  title: 'Founder and Managing Director',
  place: 'hamburg',
  since: -121,
  phone: '+49 40 66969 100',
}

/** A lead comes after the lead above in this list. */
// prettier-ignore
export const leads: DemoPerson[] = [
  { name: ['Rafael', 'Monteiro'], title: 'Chief Technology Officer', place: 'lisbon', since: -112, leads: 'Engineering' },
  { name: ['Hanna', 'Petersen'], title: 'Chief Operating Officer', place: 'hamburg', since: -117, leads: 'Operations', phone: '+49 40 66969 102' },
  { name: ['Dev', 'Chatterjee'], title: 'Chief Commercial Officer', place: 'toronto', since: -74, leads: 'Commercial', phone: '+1 416 555 0103' },
  { name: ['Noor', 'Haddad'], title: 'Head of Product and Design', place: 'lisbon', since: -66, leads: 'Product & Design' },
  { name: ['Ines', 'Brandt'], title: 'Head of People', place: 'hamburg', since: -52, leads: 'People', phone: '+49 40 66969 105' },
  { name: ['Tomasz', 'Wilkowski'], title: 'Firmware Team Lead', place: 'hamburg', since: -96, leads: 'Firmware' },
  { name: ['Jonas', 'Feldkamp'], title: 'Head of Hardware', place: 'hamburg', since: -109, leads: 'Hardware' },
  { name: ['Wanjiru', 'Kamotho'], title: 'Head of Cloud Platform', place: 'lisbon', since: -58, leads: 'Cloud Platform' },
  { name: ['Meiling', 'Zhao'], title: 'Data Team Lead', place: 'lisbon', since: -41, leads: 'Data Pipelines' },
  { name: ['Chiara', 'Bellandi'], title: 'Sales Lead Europe', place: 'hamburg', since: -63, leads: 'Sales Europe', phone: '+49 40 66969 110' },
  { name: ['Marcus', 'Oyelaran'], title: 'Sales Lead Americas', place: 'toronto', since: -49, leads: 'Sales Americas', phone: '+1 416 555 0111' },
  { name: ['Sophie', 'Tremblay'], title: 'Customer Success Lead', place: 'toronto', since: -45, leads: 'Customer Success', phone: '+1 416 555 0112' },
  { name: ['Yusuf', 'Demirkan'], title: 'Head of Manufacturing', place: 'hamburg', since: -103, leads: 'Manufacturing' },
  { name: ['Katrin', 'Vogelsang'], title: 'Head of Finance', place: 'hamburg', since: -88, leads: 'Finance', phone: '+49 40 66969 114' },
]

// prettier-ignore
export const members: DemoPerson[] = [
  { name: ['Priya', 'Raghunathan'], title: 'Quality Engineer', place: 'lisbon', since: -37, unit: 'Hardware' },

  { name: ['Lukas', 'Ammann'], title: 'Firmware Engineer', place: 'hamburg', since: -92, unit: 'Firmware' },
  { name: ['Oksana', 'Hrytsenko'], title: 'Firmware Engineer', place: 'hamburg', since: -55, unit: 'Firmware' },
  { name: ['Bjarne', 'Solheim'], title: 'Firmware Engineer', place: 'hamburg', since: -28, unit: 'Firmware', fte: 0.8 },
  { name: ['Thandiwe', 'Mabuza'], title: 'Firmware Engineer', place: 'lisbon', since: -16, unit: 'Firmware' },
  { name: ['Emil', 'Sandstrom'], title: 'Firmware Engineer', place: 'hamburg', since: 1, unit: 'Firmware' },

  { name: ['Renate', 'Ostermann'], title: 'Hardware Engineer', place: 'hamburg', since: -106, unit: 'Hardware' },
  { name: ['Arjun', 'Velayudhan'], title: 'Sensor Physicist', place: 'hamburg', since: -61, unit: 'Hardware' },
  { name: ['Paola', 'Ferrantini'], title: 'Hardware Engineer', place: 'hamburg', since: -33, unit: 'Hardware' },
  { name: ['Kwame', 'Asamoah'], title: 'Test Technician', place: 'hamburg', since: -12, unit: 'Hardware', until: 12 },

  { name: ['Beatriz', 'Caldeira'], title: 'Backend Engineer', place: 'lisbon', since: -57, unit: 'Cloud Platform' },
  { name: ['Ilkka', 'Rautanen'], title: 'Site Reliability Engineer', place: 'lisbon', since: -34, unit: 'Cloud Platform' },
  { name: ['Sunniva', 'Bakken'], title: 'Backend Engineer', place: 'lisbon', since: -21, unit: 'Cloud Platform' },
  { name: ['Andrei', 'Munteanu'], title: 'Backend Engineer', place: 'lisbon', since: -3, unit: 'Cloud Platform' },

  { name: ['Guillermo', 'Ibarrola'], preferred: 'Memo', title: 'Data Engineer', place: 'lisbon', since: -36, unit: 'Data Pipelines' },
  { name: ['Fatima', 'Benslimane'], title: 'Data Engineer', place: 'lisbon', since: -24, unit: 'Data Pipelines' },
  { name: ['Callum', 'Strachan'], title: 'Data Engineer', place: 'toronto', since: -19, unit: 'Data Pipelines' },
  { name: ['Hyejin', 'Kwon'], title: 'Machine Learning Engineer', place: 'lisbon', since: -9, unit: 'Data Pipelines' },
  { name: ['Mateus', 'Figueira'], title: 'Working Student, Data', place: 'lisbon', since: -5, unit: 'Data Pipelines', kind: 'intern', fte: 0.5, until: 7 },

  { name: ['Leonie', 'Hartwig'], title: 'Product Manager, Sensors', place: 'hamburg', since: -48, unit: 'Product & Design' },
  { name: ['Tariq', 'Mansoor'], title: 'Product Manager, Cloud', place: 'lisbon', since: -27, unit: 'Product & Design' },
  { name: ['Anouk', 'Verstraete'], title: 'Product Designer', place: 'lisbon', since: -30, unit: 'Product & Design', fte: 0.8 },
  { name: ['Ngozi', 'Eberechi'], title: 'User Researcher', place: 'lisbon', since: 2, unit: 'Product & Design' },

  { name: ['Isabelle', 'Fontanet'], title: 'Marketing Manager', place: 'hamburg', since: -39, unit: 'Commercial', fte: 0.75 },

  { name: ['Pieter', 'van Rossem'], title: 'Account Executive', place: 'hamburg', since: -46, unit: 'Sales Europe', phone: '+49 40 66969 126' },
  { name: ['Agnieszka', 'Lisowska'], title: 'Account Executive', place: 'hamburg', since: -31, unit: 'Sales Europe', phone: '+49 40 66969 127' },
  { name: ['Joaquin', 'Sarmiento'], title: 'Sales Engineer', place: 'lisbon', since: -22, unit: 'Sales Europe' },
  { name: ['Freja', 'Holmgaard'], title: 'Sales Development Representative', place: 'hamburg', since: -4, unit: 'Sales Europe' },

  { name: ['Renee', 'Deschamps'], title: 'Account Executive', place: 'toronto', since: -43, unit: 'Sales Americas', phone: '+1 416 555 0130' },
  { name: ['Tobias', 'Quispe'], title: 'Account Executive', place: 'toronto', since: -18, unit: 'Sales Americas', phone: '+1 416 555 0131' },
  { name: ['Jasleen', 'Grewal'], title: 'Sales Engineer', place: 'toronto', since: -2, unit: 'Sales Americas' },

  { name: ['Duc', 'Phan'], title: 'Customer Success Manager', place: 'toronto', since: -40, unit: 'Customer Success' },
  { name: ['Maeve', 'Gallagher'], title: 'Customer Success Manager', place: 'toronto', since: -26, unit: 'Customer Success', fte: 0.8 },
  { name: ['Ravi', 'Sundaresan'], title: 'Support Engineer', place: 'toronto', since: -13, unit: 'Customer Success' },
  { name: ['Marisol', 'Echeverria'], title: 'Support Engineer, Parental Cover', place: 'toronto', since: -8, unit: 'Customer Success', until: 4 },

  { name: ['Olena', 'Marchuk'], title: 'Assembly Technician', place: 'hamburg', since: -79, unit: 'Manufacturing' },
  { name: ['Dieter', 'Kohnen'], title: 'Calibration Specialist', place: 'hamburg', since: -98, unit: 'Manufacturing', fte: 0.5 },
  { name: ['Senait', 'Tewolde'], title: 'Assembly Technician', place: 'hamburg', since: -51, unit: 'Manufacturing', manager: 'olena.marchuk' },
  { name: ['Goran', 'Vukelic'], title: 'Assembly Technician', place: 'hamburg', since: -29, unit: 'Manufacturing', manager: 'olena.marchuk' },
  { name: ['Lamine', 'Sarr'], title: 'Assembly Technician', place: 'hamburg', since: -7, unit: 'Manufacturing', manager: 'olena.marchuk', until: 17 },
  { name: ['Birgit', 'Nowotny'], title: 'Supply Chain Consultant', place: 'hamburg', since: -10, unit: 'Manufacturing', kind: 'contractor', fte: 0.4, until: 2 },

  { name: ['Sven', 'Halvorsen'], title: 'Accountant', place: 'hamburg', since: -69, unit: 'Finance' },
  { name: ['Adaeze', 'Nwachukwu'], title: 'Financial Analyst', place: 'toronto', since: -15, unit: 'Finance' },

  { name: ['Viktor', 'Nemec'], title: 'Buyer', place: 'hamburg', since: -44, unit: 'Manufacturing' },
  { name: ['Saoirse', 'Doyle'], title: 'Support Engineer', place: 'toronto', since: -64, unit: 'Customer Success' },

  { name: ['Miriam', 'Rosenthal'], title: 'People Partner', place: 'hamburg', since: -35, unit: 'People', fte: 0.9 },
  { name: ['Kaito', 'Shimazaki'], title: 'Recruiter', place: 'toronto', since: 1, unit: 'People' },
]

/** Invented payroll details of some people, by the part of their work e-mail before the @. */
export const payroll: Record<string, Record<PayrollField, string>> = {
  'hanna.petersen': {
    tax_id: '11 222 333 444',
    social_security_number: '65 170839 P 008',
    iban: 'DE89370400440532013000',
  },
  'rafael.monteiro': {
    tax_id: '123456789',
    social_security_number: '11234567890',
    iban: 'PT50000201231234567890154',
  },
}
