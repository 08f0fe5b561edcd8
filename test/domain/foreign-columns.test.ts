import { expect } from 'chai'
import { foreignColumns, foreignName } from '../../src/domain/foreign-columns.ts'
import { readColumns, readings } from '../../src/domain/people-csv.ts'

describe('names that other systems have for columns', () => {
  const products: Record<string, Record<string, string>> = {
    Personio: {
      'First name': 'given_name',
      'Last name': 'family_name',
      Email: 'work_email',
      Position: 'title',
      Department: 'team',
      Office: 'location',
      Supervisor: 'manager_email',
      Subcompany: 'legal_entity',
      'Hire date': 'start_date',
      'Weekly working hours': 'weekly_hours',
      'Probation period end': 'probation_end_date',
      'Contract ends': 'contract_end_date',
      'Employment type': 'employment_type',
    },
    'Personio in German': {
      Vorname: 'given_name',
      Nachname: 'family_name',
      'E-Mail': 'work_email',
      Abteilung: 'team',
      Standort: 'location',
      'Vorgesetzte/r': 'manager_email',
      Eintrittsdatum: 'start_date',
      Wochenstunden: 'weekly_hours',
      Probezeitende: 'probation_end_date',
      Vertragsende: 'contract_end_date',
      'Personal-Nr.': 'employee_number',
    },
    HiBob: {
      'Legal first name': 'given_name',
      surname: 'family_name',
      'work.site': 'location',
      'work.startDate': 'start_date',
      'work.reportsTo': 'manager_email',
      'Job title': 'title',
    },
    BambooHR: {
      'Employee #': 'employee_number',
      firstName: 'given_name',
      'Last Name': 'family_name',
      'Preferred Name': 'preferred_name',
      'Work Email': 'work_email',
      workPhone: 'work_phone',
      'Job Title': 'title',
      Location: 'location',
      'Reports To': 'manager_email',
      'Hire Date': 'start_date',
    },
    'nobody in particular': { 'Given Name': 'given_name', FTE: 'fte', Name: 'given_name and family_name' },
  }
  for (const [product, names] of Object.entries(products))
    it(`are told for those of ${product}`, () => {
      for (const [name, column] of Object.entries(names)) expect(foreignName(name), name).to.equal(column)
    })

  it('are told however their accents are written, but not when they are longer than any of them', () => {
    for (const name of ['Prénom', 'Pre\u0301nom', 'PRE\u0301NOM'])
      expect(foreignName(name), name).to.equal('given_name')
    expect(foreignName('nom'.padEnd(60))).to.equal('family_name')
    expect(foreignName('nom'.padEnd(61))).to.equal(undefined)
  })

  it('mean columns that an import reads, one each, and are none of those', () => {
    for (const [name, column] of foreignColumns) {
      expect(name).to.match(/^[\p{L}\p{N}%]+$/u)
      for (const one of column.split(' and ')) expect(readings.get(one), one).to.be.a('string')
      expect(readings.has(name), name).to.equal(false)
    }
    const names = foreignColumns.map(([name]) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([])
    const meant = foreignColumns.map(([, column]) => column)
    expect(meant).to.include.members([...readColumns])
  })

  it('are not found for what nobody calls a column', () => {
    for (const name of ['colour', '', '#', 'constructor', '__proto__', 'e'.repeat(61), 'salary'])
      expect(foreignName(name), name).to.equal(undefined)
  })
})
