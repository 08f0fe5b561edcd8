import type { Input, Result } from '../../src/actions/action.ts'
import { unique, type TestServer } from './server.ts'

type Summary = Result<'org_home_summary'>
export type Need = Summary['needs'][number]

/** A company in which nobody works yet, with somebody from HR who is no person, and what their home page tells. */
export async function companyWithHome(server: TestServer) {
  const company = await server.company()
  const hr = await company.web(await company.member('hr'))
  const hire = async (terms: Partial<Input<'org_people_hire'>> = {}) => {
    const { person } = await hr.call('org_people_hire', {
      given_name: 'Pat',
      family_name: unique('Person'),
      work_email: `${unique('p')}@company.example`,
      title: 'Cook',
      start_date: '2020-01-01',
      ...terms,
    })
    return person.id
  }
  const summary = () => hr.call('org_home_summary', {})
  const needs = async (kind: Need['kind']) => (await summary()).needs.filter((one) => one.kind === kind)
  return { company, hr, hire, summary, needs }
}
