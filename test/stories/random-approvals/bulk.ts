import { expect } from 'chai'
import { CallError } from '../../support/client.ts'
import { type Change, todayOf, termsOn, personOf, isHr, perform } from './world.ts'
import { submit } from './asked.ts'
import { at, callers, subjectOf } from './subjects.ts'
import { type Scene } from './scene.ts'
import { checkPerson } from './check.ts'
import { type Bulk } from './operations.ts'

/** Changes somebody by setup.apply or a file, and holds the answer against the model. */
export async function proposeInBulk(scene: Scene, operation: Bulk): Promise<void> {
  const { world, company } = scene
  const proposer = at(callers(world).filter(isHr), operation.who)
  const terms = operation.terms as { title?: string; fte?: number }
  if (!proposer || terms.title === undefined || terms.fte !== undefined) return
  const person = subjectOf(world, proposer, operation.whom)
  const today = todayOf(world)
  const now = termsOn(person, today)
  if (!now || now.title === terms.title || personOf(world, person.id) === null) return
  const change: Change = { change: 'change_job', day: today, sets: { title: terms.title } }
  const submitted = submit(world, { person, proposer, change })
  const own = proposer.person === person
  const refused = submitted.status === 'pending' || (own && submitted.status !== 'off')
  const client = await scene.client(proposer, 'api')
  const index = world.people.indexOf(person)
  const row = {
    given_name: `P${index}`,
    family_name: 'Kim',
    work_email: `p${index}@company.example`,
    title: terms.title,
  }
  const about = `[bulk] title of ${person.name} by ${proposer.name} (${proposer.role}) under ${world.rules.job_change}`
  const csv = `${Object.keys(row).join()}\n${Object.values(row).join()}`
  let codes: string[] = []
  try {
    if (operation.file) {
      const { row_errors } = await client.call('org_people_import_csv', { csv })
      codes = row_errors.map(({ code }) => code)
    } else await client.call('org_setup_apply', { people: [row] })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    codes = (error.body.error.details ?? []).map(({ code }) => code)
  }
  expect(codes, `${about} at ${company.id}`).to.deep.equal(refused ? ['needs_approval'] : [])
  if (refused) return checkPerson(scene, person)
  const begins = person.employments.some(({ rows }) => rows.some(({ from }) => from === today))
  perform(person, begins ? { ...change, change: 'correct_job' } : change, '')
}
