import { expect } from 'chai'
import { columns, enter, type Column } from '../support/access.ts'
import { CallError, type TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { expectGolden } from '../support/golden.ts'
import { addJobRow } from '../support/job-rows.ts'
import { useServer } from '../support/server.ts'

/** What the caller is to the person who is looked at. */
const relations = {
  S: 'the caller',
  D: 'reports to the caller',
  A: 'reports to somebody who reports to the caller',
  F: 'reported to the caller until yesterday',
  P: 'has the manager and the unit of the caller',
  O: 'anybody else',
}

type Relation = keyof typeof relations

/** What a place tells of a person. What the caller may not see is null, and named in `hidden_fields`. */
type Shown = Record<string, unknown> & { hidden_fields?: string[] }

/**
 * Where a person is shown: what a caller gets to see there of somebody. A refusal with forbidden shows nothing. To add a
 * place, add a line.
 */
const places: Record<string, (client: TestClient, personId: string) => Promise<Shown>> = {
  'people.get': (client, person_id) => client.call('org_people_get', { person_id }),
  'people.list': async (client, personId) => (await everybody(client)).get(personId)!,
  'people.timeline': (client, person_id) => client.call('org_people_timeline', { person_id }),
  'people.chart': async (client, personId) =>
    (await client.call('org_people_chart', { root_person_id: personId })).nodes[0]! as unknown as Shown,
}

const lists = new WeakMap<TestClient, Promise<Map<string, Shown>>>()

/** The list that a caller gets, read once. */
function everybody(client: TestClient): Promise<Map<string, Shown>> {
  let list = lists.get(client)
  if (!list) {
    const answer = client.call('org_people_list', {})
    lists.set(client, (list = answer.then(({ people }) => new Map(people.map((one) => [one.id, one])))))
  }
  return list
}

describe('who sees what of a person', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('is decided once, for each credential, relation and place (test/golden/tiers-matrix.txt)', async () => {
    const company = await server.company()
    await makeFields(company)
    const callers: CallerOfMatrix[] = []
    for (const column of columns) callers.push(await makeCaller(company, column))
    const sections: string[] = []
    for (const place of Object.keys(places)) {
      const owner = await company.as('owner', 'web')
      sections.push(describePlace(place, await lookAtAll(place, owner, callers)))
    }
    expectGolden('tiers-matrix.txt', `${legend()}\n${sections.join('\n')}`)
  })

  interface CallerOfMatrix {
    label: string
    client: TestClient
    /** The person of each relation. */
    people: Map<Relation, string>
  }

  /** The letters of those of whom a caller sees a field: field → caller → letters. */
  type Sight = Map<string, Map<string, string>>

  async function lookAtAll(place: string, owner: TestClient, callers: CallerOfMatrix[]): Promise<Sight> {
    const look = places[place]!
    const sight: Sight = new Map()
    for (const { label, client, people } of callers)
      for (const [relation, personId] of people) {
        const all = await look(owner, personId)
        const shown = await unlessForbidden(look(client, personId))
        for (const field of fieldsOf(all)) {
          const what = `${field} in ${place} as ${label}, of whom ${relation} stands for`
          const letter = sees(shown, all, field, what) ? relation : '-'
          const ofField = sight.get(field) ?? new Map<string, string>()
          sight.set(field, ofField.set(label, (ofField.get(label) ?? '') + letter))
        }
      }
    return sight
  }

  async function unlessForbidden(answer: Promise<Shown>): Promise<Shown | undefined> {
    return answer.catch((error: unknown) => {
      if (error instanceof CallError && error.code === 'forbidden') return undefined
      throw error
    })
  }

  /** Custom fields are fields, too, and so are those that a place shows to nobody. */
  function fieldsOf({ hidden_fields: hidden = [], ...all }: Shown): string[] {
    const shown = Object.entries(all).flatMap(([field, value]) =>
      field === 'custom' ? Object.keys(value as object).map((key) => `custom.${key}`) : [field],
    )
    return [...new Set([...shown, ...hidden])]
  }

  function valueOf(shown: Shown, field: string): unknown {
    const [, key] = /^custom\.(.+)$/.exec(field) ?? []
    return key === undefined ? shown[field] : (shown['custom'] as Shown)[key]
  }

  /** Whether the field is shown, and then with the same value as to an owner in the web app. */
  function sees(shown: Shown | undefined, all: Shown, field: string, what: string): boolean {
    if (!shown) return false
    const hidden = shown.hidden_fields?.includes(field) ?? false
    const value = valueOf(shown, field)
    if (hidden) expect(value ?? null, `${what} is hidden`).to.equal(null)
    else expect(value, what).to.deep.equal(valueOf(all, field))
    return !hidden
  }

  /** A caller, and people of all relations. Without a person of their own, everybody is anybody else. */
  async function makeCaller(company: Company, column: Column): Promise<CallerOfMatrix> {
    const { client, member } = await enter(server, company, column)
    const { role, kind, person } = column
    const unit = await company.unit()
    const outsider = await makePerson(company, { manager_id: null, unit_id: company.root })
    const people = new Map<Relation, string>()
    if (member.personId !== null) {
      const me = member.personId
      const manager_id = (await company.person()).id
      const job = { manager_id, unit_id: unit }
      await complete(company, me, job)
      const direct = await makePerson(company, { ...job, manager_id: me })
      people.set('S', me)
      people.set('D', direct)
      people.set('A', await makePerson(company, { ...job, manager_id: direct }))
      people.set('F', await makePerson(company, { ...job, before: me }))
      people.set('P', await makePerson(company, job))
    }
    people.set('O', outsider)
    return { label: `${role} ${kind}${person ? '' : ' unlinked'}`, client, people }
  }

  /** A custom field of each tier. */
  async function makeFields(company: Company): Promise<void> {
    const hr = await company.as('hr', 'web')
    for (const tier of ['public', 'job', 'private'] as const)
      await hr.call('org_fields_create', {
        label: `of the ${tier} tier`,
        key: `tier_${tier}`,
        type: 'text',
        tier,
      })
  }

  interface Job {
    unit_id: string
    manager_id: string | null
    /** The manager until yesterday. */
    before?: string
  }

  async function makePerson(company: Company, job: Job): Promise<string> {
    const { id } = await company.person()
    await complete(company, id, job)
    return id
  }

  /** Gives a person a value in every field that can have one: a past, a present and a future job, and private details. */
  async function complete(company: Company, id: string, { unit_id, manager_id, before }: Job): Promise<void> {
    for (const [from, title] of [
      ['2026-06-15', 'Editor'],
      ['2027-01-01', 'Head of editors'],
    ] as const)
      await addJobRow(server, company.id, id, from, { title, manager_id })
    const run = (text: string, ...values: unknown[]) => server.db.query(text, [company.id, id, ...values])
    await run(
      `update job_rows
          set unit_id = $3, location_id = $4, legal_entity_id = $5,
              manager_id = case when valid_from < '2026-06-15' then $6 else $7::uuid end,
              valid_to = coalesce(valid_to, '2027-12-31')
        where org_id = $1 and person_id = $2`,
      unit_id,
      company.location,
      company.legalEntity,
      before ?? manager_id,
      manager_id,
    )
    await run(`update employments set last_day = '2027-12-31' where org_id = $1 and person_id = $2`)
    await run(
      `insert into custom_values (org_id, person_id, field_id, value, updated_at)
       select $1, $2, id, '"a value"', now() from custom_fields where org_id = $1`,
    )
    const owner = await company.as('owner', 'web')
    await owner.call('org_people_update_profile', {
      person_id: id,
      employee_number: id.slice(-12),
      preferred_name: 'Patty',
      work_phone: '+493012345618',
      contact: { personal_email: 'patty@example.org' },
      birthday: '1990-12-26',
      gender: 'woman',
      nationality: 'DE',
      tax_id: '12 345 678 901',
      social_security_number: '65 170839 J 003',
      iban: 'DE89370400440532013000',
    })
  }

  function legend(): string {
    const letters = Object.entries(relations).map(([letter, text]) => `${letter}  ${text}\n`)
    return (
      `Of whom each caller sees which fields of a person. key and me are API keys of the audiences manage and me, web is\n` +
      `a browser session. The letters say who is looked at; a dash instead of a letter: hidden.\n\n${letters.join('')}`
    )
  }

  /** A table of callers and groups of fields. A group are the fields that are shown alike. */
  function describePlace(place: string, sight: Sight): string {
    const groups = Map.groupBy(sight.keys(), (field) => [...sight.get(field)!.values()].join(' '))
    const names = [...groups.values()].map((_, index) => String.fromCharCode(97 + index))
    const fields = [...groups.values()].map((group, index) => `${names[index]}  ${wrap(group)}\n`)
    const callers = [...sight.values().next().value!.keys()]
    const lines = callers.map((caller) =>
      row(
        caller,
        [...groups.values()].map(([first]) => sight.get(first!)!.get(caller)!),
      ),
    )
    return `${place}\n\n${fields.join('')}\n${row('', names)}${lines.join('')}`
  }

  function row(first: string, cells: string[]): string {
    return `${[first.padEnd(18), ...cells.map((cell) => cell.padEnd(6))].join('  ').trimEnd()}\n`
  }

  /** The words, in lines of at most 110 characters. */
  function wrap(words: string[]): string {
    const lines: string[] = []
    for (const word of words) {
      const longer = lines.length > 0 ? `${lines.at(-1)}, ${word}` : word
      if (longer.length > 110) lines.push(word)
      else lines.splice(-1, 1, longer)
    }
    return lines.join(',\n   ')
  }
})
