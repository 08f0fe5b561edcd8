import { expect } from 'chai'
import { actor, setRules, type Actor } from '../support/approvals.ts'
import type { Company } from '../support/company.ts'
import { useServer } from '../support/server.ts'
import { walkOf, type Walk } from '../support/walk.ts'

/**
 * How often a change of a job asks the database, and through how many files its reader goes besides those that every write
 * goes through, such as one of a language. Whoever makes one of these numbers greater says why. Two of the files add what
 * webhooks are to be sent, at each write that has an event. Five, of keys and of what they seal, keep requests and reasons from
 * whoever reads a copy of the database; the first request about a person is one statement more, which makes their key. What a
 * request about pay says, which few may read, is in a file apart from other requests.
 */
describe('the way of a change of a job', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let manager: Actor
  let day = 1
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr')
    manager = await actor(server, company, 'member')
  })

  const change = (who: Actor, personId: string) =>
    who.web.call('org_people_change_job', {
      person_id: personId,
      effective_date: `2026-07-${String(day++).padStart(2, '0')}`,
      reason: 'change',
      title: `Author ${day}`,
    })
  /** The files of a write of a language. They are the same for everybody, so that one is followed. */
  let ofLanguage: Promise<string[]> | undefined
  const walkOfLanguage = async () => {
    const language = () => hr.web.call('platform_language_set', { language: 'de', scope: 'own' })
    await language()
    return (await walkOf(language)).files
  }

  /** At most so many statements, and so many files that a write of a language has not. */
  async function expectAtMost({ statements, files }: Walk, most: { statements: number; files: number }) {
    const always = await (ofLanguage ??= walkOfLanguage())
    const own = files.filter((file) => !always.includes(file))
    expect(statements.length, statements.join('\n')).to.be.at.most(most.statements)
    expect(own.length, own.join('\n')).to.be.at.most(most.files)
  }
  /** A call once to warm up, and then once more, counted. */
  const second = async (call: (personId: string) => Promise<unknown>): Promise<Walk> => {
    const people = [
      await company.person({ manager_id: manager.personId }),
      await company.person({ manager_id: manager.personId }),
    ]
    await call(people[0]!.id)
    return walkOf(() => call(people[1]!.id))
  }

  it('that is made at once', async () => {
    const walk = await second((id) => change(hr, id))
    await expectAtMost(walk, { statements: 10, files: 39 })
  })

  for (const mode of ['hr', 'manager_then_hr'])
    it(`that a manager proposes, with the rule ${mode}`, async () => {
      await setRules(server, company, { job_change: mode })
      const walk = await second((id) => change(manager, id))
      await expectAtMost(walk, { statements: 14, files: 40 })
    })

  for (const mode of ['hr', 'manager_then_hr', 'manager'])
    it(`that is approved, with the rule ${mode}`, async () => {
      await setRules(server, company, { job_change: mode })
      const [proposer, decider] = mode === 'manager' ? [hr, manager] : [manager, hr]
      const ids: string[] = []
      for (let n = 0; n < 2; n++) {
        const { id } = await company.person({ manager_id: manager.personId })
        ids.push((await change(proposer, id)).approval!.id)
      }
      await decider.web.call('org_approvals_approve', { request_id: ids[0]! })
      const walk = await walkOf(() => decider.web.call('org_approvals_approve', { request_id: ids[1]! }))
      await expectAtMost(walk, { statements: 18, files: 51 })
    })
})
