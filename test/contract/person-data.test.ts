import { expect } from 'chai'
import { personalData } from '../../src/personal-data/register.ts'
import { parts } from '../../src/views/person-data/export.ts'

/** The columns of the register that an export has to have. */
const exported = Object.entries(personalData).flatMap(([table, { personal }]) =>
  Object.entries(personal).flatMap(([column, rule]) => (rule.export ? [`${table}.${column}`] : [])),
)

describe("the export of a person's data", () => {
  const delivered = Object.values(parts).flatMap(({ delivers }) => delivers.split(/\s+/).filter(Boolean))

  it('delivers each column that the register says, and says of each that it is registered', () => {
    expect(exported.filter((column) => !delivered.includes(column))).to.deep.equal([])
    expect(delivered.filter((column) => !exported.includes(column))).to.deep.equal([])
    expect(exported.length).to.be.above(60)
  })
})
