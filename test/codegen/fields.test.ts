import { resolve } from 'node:path'
import { expect } from 'chai'
import { checkFields } from '../../codegen/check-fields.ts'
import { loadContract } from '../../codegen/load.ts'
import type { Contract, JsonObject } from '../../codegen/model.ts'

const root = resolve(import.meta.dirname, '../..')

const propertiesOf = (contract: Contract, set: string) =>
  contract.sets.get(set)!.value['properties'] as JsonObject
const fileOf = (set: string) => `openapi/components/properties/${set}.yaml`

describe('codegen holds the fields of jobs and persons together', () => {
  let contract: Contract
  beforeEach(() => (contract = loadContract(resolve(root, 'openapi'))))

  const named = () =>
    checkFields(contract, root).map(({ file, message }) => `${file} ${message.split(',')[0]}`)

  it('and has nothing against those that there are', () => expect(named()).to.deep.equal([]))

  const lacking: [from: string, field: string, told: string][] = [
    ['JobTermFields', 'fte', 'JobTermFields'],
    ['JobRowFields', 'fte', 'JobRowFields'],
    ['PersonInputFields', 'employee_number', 'OwnPersonInputFields'],
    ['OwnPersonInputFields', 'work_phone', 'OwnPersonInputFields'],
    ['PersonFields', 'work_phone', 'PersonFields'],
    ['OwnDetailInputFields', 'contact', 'OwnDetailInputFields'],
    ['DetailInputFields', 'gender', 'OwnDetailInputFields'],
    ['PayrollInputFields', 'iban', 'OwnDetailInputFields'],
    ['PersonDetailFields', 'iban', 'PersonDetailFields'],
  ]
  for (const [from, field, told] of lacking)
    it(`and names a set that lacks one: ${from} without ${field}`, () => {
      delete propertiesOf(contract, from)[field]
      expect(named()).to.deep.equal([`${fileOf(told)} there is no ${field}`])
    })

  const unknown: [input: string, answer: string, table: string][] = [
    ['JobTermFields', 'JobRowFields', 'src/domain/job-fields.ts'],
    ['OwnPersonInputFields', 'PersonFields', 'src/domain/person-fields.ts'],
    ['PayrollInputFields', 'PersonDetailFields', 'src/domain/person-details.ts'],
  ]
  for (const [input, answer, table] of unknown)
    it(`and names the table and the migrations when they lack one of ${answer}`, () => {
      for (const set of [input, answer]) propertiesOf(contract, set)['hat_size'] = { type: 'string' }
      expect(named()).to.deep.equal([`${table} there is no hat_size`, 'migrations there is no hat_size'])
    })
})
