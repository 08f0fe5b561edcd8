import { expect } from 'chai'
import { invalidAll, problem, refusal, withPaths } from '../../src/errors.ts'
import { untranslated } from '../../src/texts/phrase.ts'

describe('an error', () => {
  it('names at most 100 problems, the most serious ones', () => {
    const reversed = problem('range_reversed', { field: 'joined_between' })
    const web = problem('joined_left_needs_web_hr', { field: 'left_between' })
    const { code, options } = refusal([...Array.from({ length: 150 }, () => web), reversed])
    expect(code).to.equal('validation_failed')
    expect(options.details).to.have.length(100)
    expect(options.details![0]).to.include({ path: 'joined_between', code: 'range_reversed' })
    const many = Array.from({ length: 150 }, (_, n) => ({
      path: `p${n}`,
      code: 'required',
      message: untranslated('Give it.'),
    }))
    expect(invalidAll(many).options.details).to.have.length(100)
  })

  it('gets other paths, in its message too, and stays the same otherwise', () => {
    const error = refusal([problem('range_reversed', { field: 'joined_between' })])
    const renamed = withPaths(error, (path) => (path === 'joined_between' ? 'joined_from' : path))
    expect(renamed).to.include({ code: error.code, status: error.status })
    expect(renamed.options.details![0]).to.include({ path: 'joined_from', code: 'range_reversed' })
    expect(renamed.message).to.equal(error.message.replace('joined_between', 'joined_from'))
    expect(withPaths(error, (path) => path)).to.equal(error)
  })
})
