import { expect } from 'chai'
import { translate } from '../../src/db/errors.ts'
import { ApiError, describe as describeCause } from '../../src/errors.ts'

describe('an error of the database', () => {
  const withCode = (code: string) => Object.assign(new Error('it failed'), { code })

  /** What Node says of an address: while a container is restarted, its name is unknown. */
  const noWay = ['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ECONNREFUSED', 'ETIMEDOUT']
  for (const code of noWay)
    it(`is told as 503 when the database cannot be reached: ${code}`, () => {
      expect(translate(withCode(code)))
        .to.be.instanceOf(ApiError)
        .and.to.include({ status: 503 })
    })

  for (const code of ['22021', '42P01', 'ERR_OUT_OF_RANGE'])
    it(`is ours, and stays what it is: ${code}`, () => {
      const error = withCode(code)
      expect(translate(error)).to.equal(error)
    })

  it('names its constraint, where a cluster has it in the message alone', () => {
    const message = 'insert violates foreign key constraint "units_org_id_fkey_102025"'
    const error = Object.assign(new Error(message), { code: '23503' })
    expect(translate(error)).to.equal(error).and.to.include({ constraint: 'units_org_id_fkey' })
  })

  it('is told in the log without its words, which repeat values; but with them where a cluster refuses a statement', () => {
    expect(describeCause(withCode('23503'))).to.include({ message: 'database error 23503' })
    expect(describeCause(withCode('0A000'))).to.include({ message: 'it failed' })
    const lines = Object.assign(new Error('invalid input: "1985\n02\n31"'), { code: '22P02' })
    const logged = JSON.stringify(describeCause(lines))
    expect(logged)
      .to.include('errors.test.ts')
      .and.not.match(/1985|02\\n|31\\"/)
  })
})
