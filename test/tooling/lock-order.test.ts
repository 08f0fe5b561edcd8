import { expect } from 'chai'
import { watchLocks } from '../support/lock-order.ts'

/** What the tests say of the locks of one connection. */
function problemsOf(...statements: string[]): string[] {
  const problems: string[] = []
  const watch = watchLocks((problem) => problems.push(problem.split(':')[0]!))
  for (const text of statements) watch(text, ['org'])
  return problems
}

describe('the order of locks', () => {
  const people = 'select 1 from people where org_id = $1 for no key update'
  const organization = 'select 1 from organizations where org_id = $1 for no key update'
  const line = 'select 1 from reporting_lines where org_id = $1 for no key update'
  const unit = `select u.id, (select n.name from people n where n.id = u.head_person_id)
                  from units u where u.org_id = $1 for key share of u`
  const request = 'select 1 from approval_requests r where r.org_id = $1 for update'

  it('is from top to bottom of the table', () => {
    expect(problemsOf('begin', people, unit, line, organization, request, 'commit')).to.deep.equal([])
  })

  it('is watched: what comes too late is told', () => {
    expect(problemsOf('begin', organization, people)).to.deep.equal(['people after the row of organizations'])
    expect(problemsOf('begin', organization, line)).to.deep.equal([
      'reporting lines after the row of organizations',
    ])
    expect(problemsOf('begin', request, unit)).to.deep.equal([
      'units, locations, legal entities after requests',
    ])
  })

  it('begins again with each transaction', () => {
    expect(problemsOf('begin', organization, 'commit', 'begin', people)).to.deep.equal([])
  })

  it('does not mind a lock that is held already, and one that waits for nobody', () => {
    expect(problemsOf('begin', people, organization, people)).to.deep.equal([])
    expect(problemsOf('begin', organization, `${people} skip locked`)).to.deep.equal([])
  })
})
