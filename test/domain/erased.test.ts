import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { erasedValues, withoutPerson } from '../../src/domain/erased.ts'
import { personFieldNames } from '../../src/domain/person-fields.ts'
import { eventMentions, type EventType } from '../../src/generated/events.ts'
import { checkEvent, exampleOfEvent } from '../support/contract.ts'

const canary = 'ZZCANARY'

/** The data with an id at each place of a person, and a canary in each name and own field beside it. */
function told(paths: readonly string[], data: object, id: string): object {
  const copy = structuredClone(data)
  for (const path of paths) {
    const steps = path.split('.')
    const last = steps.pop()!
    let here: Record<string, unknown> | null = copy as Record<string, unknown>
    for (const step of steps) {
      here[step] ??= { id, name: canary }
      here = here[step] as Record<string, unknown>
    }
    here[last] = id
    if (last !== 'id') continue
    for (const name of ['name', ...personFieldNames])
      if (name in here) here[name] = name === 'work_email' ? `${canary}@acme.example` : canary
  }
  return copy
}

describe('what events tell about a person who is erased', () => {
  const types = Object.keys(eventMentions) as EventType[]

  it('is gone from every type of event, wherever it names people, and the event is as the document says', () => {
    const [person, other] = [randomUUIDv7(), randomUUIDv7()]
    for (const type of types) {
      const paths = eventMentions[type]
      const about = told(paths, exampleOfEvent(type), person)
      const clean = withoutPerson(paths, about, person)
      expect(JSON.stringify(clean), type).not.to.include(canary)
      checkEvent(type, clean)
      expect(withoutPerson(paths, clean, person), `${type}, again`).to.deep.equal(clean)
      const aboutOther = told(paths, exampleOfEvent(type), other)
      expect(withoutPerson(paths, aboutOther, person), `${type}, about another`).to.deep.equal(aboutOther)
    }
    expect(types.filter((type) => eventMentions[type].length > 0)).to.have.length.at.least(15)
  })

  it('keeps ids, days and terms, and all that is about others', () => {
    const person = randomUUIDv7()
    const manager = { id: randomUUIDv7(), name: 'Grace Hopper' }
    const facts = {
      id: person,
      given_name: 'Ada',
      family_name: 'Lovelace',
      preferred_name: 'A.',
      work_email: 'ada@acme.example',
      title: 'Editor',
    }
    const data = {
      person_id: person,
      effective_date: '2026-12-01',
      person: { ...facts, manager },
      crew: [manager, { id: person, name: 'Ada' }],
    }
    expect(
      withoutPerson(['person_id', 'person.id', 'person.manager.id', 'crew.*.id'], data, person),
    ).to.deep.equal({
      ...data,
      person: {
        ...facts,
        given_name: 'Erased',
        family_name: 'person',
        preferred_name: null,
        work_email: `${person}@erased.invalid`,
        manager,
      },
      crew: [manager, { id: person, name: 'Erased person' }],
    })
  })

  it('has no title of a task about the person, and keeps those of tasks about others', () => {
    const [person, other] = [randomUUIDv7(), randomUUIDv7()]
    const about = (id: string) => ({
      person: { id, name: 'Ada' },
      task: { id: other, title: 'Her medicine' },
    })
    expect(withoutPerson(['person.id'], about(person), person)).to.deep.equal({
      person: { id: person, name: 'Erased person' },
      task: { id: other, title: '' },
    })
    expect(withoutPerson(['person.id'], about(other), person)).to.deep.equal(about(other))
  })

  it('has a placeholder for each field that everybody has', () => {
    expect(Object.entries(erasedValues('x')).filter(([, value]) => value !== null)).to.deep.equal([
      ['given_name', 'Erased'],
      ['family_name', 'person'],
      ['work_email', 'x@erased.invalid'],
    ])
  })
})
