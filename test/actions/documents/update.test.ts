import { expect } from 'chai'
import { activityOf } from '../../support/activity.ts'
import { upload, uploadIntoField } from '../../support/documents.ts'
import { readEvents } from '../../support/events.ts'
import { refused } from '../../support/expect.ts'
import { interrupted } from '../../support/race.ts'
import { useServer } from '../../support/server.ts'

describe('documents.update: a document', () => {
  const server = useServer()

  it('gets a new category as somebody else spells it at that moment', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const ids = [(await upload(web, { title: 'One' })).id, (await upload(web, { title: 'Two' })).id]
    const give = (place: number, category: string) => () =>
      web.call('documents_update', { document_id: ids[place]!, category })
    const { first, second } = await interrupted(server.db, 'activity', give(0, 'Cars'), give(1, 'CARS'))
    expect([(await first).category, (await second).category]).to.deep.equal(['Cars', 'Cars'])
  })

  it('gets another title, category, day, notes and readers, which the log does not repeat', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id: personId } = await company.person()
    const { id, ...before } = await upload(web, { personId, title: 'Warning', category: 'Warnings' })
    const changes = {
      title: 'Second warning',
      category: 'WARNINGS',
      visibility: 'hr',
      expires_on: '2027-01-31',
      notes: 'Late again.',
    } as const
    const after = await web.call('documents_update', { document_id: id, ...changes })
    expect(after).to.deep.equal({
      ...before,
      id,
      ...changes,
      category: 'Warnings',
      updated_at: after.updated_at,
    })
    expect((await web.call('documents_list', { q: 'second' })).documents).to.deep.equal([after])
    const [line] = await activityOf(server, company, 'documents.update')
    expect(line!.changes).to.deep.include.members([
      { field: 'visibility', before: 'hr_person', after: 'hr' },
      { field: 'title', before: null, after: null },
      { field: 'notes', before: null, after: null },
    ])
    const event = (await readEvents(server.db, company)).at(-1)!
    expect(event.payload).to.deep.include({
      ...{ document_id: id, title: null, category: null },
      changed: ['title', 'visibility', 'expires_on', 'notes'],
    })
    expect(await web.call('documents_update', { document_id: id, title: 'Second warning' })).to.deep.equal(
      after,
    )
    expect(await activityOf(server, company, 'documents.update')).to.have.length(1)
  })

  it('keeps the readers of its kind and of its field', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id: personId } = await company.person()
    const { key } = await web.call('org_fields_create', { label: 'Diploma', type: 'file', tier: 'public' })
    const [person, shared, file] = [
      await upload(web, { personId }),
      await upload(web),
      await uploadIntoField(web, personId, key),
    ]
    const wrong = [
      [person, 'everyone', 'validation_failed', 'visibility_not_of_person'],
      [shared, 'hr_person', 'validation_failed', 'visibility_not_of_company'],
      [file, 'hr', 'conflict', 'field_decides_visibility'],
    ] as const
    for (const [{ id }, visibility, code, why] of wrong) {
      const { body } = await refused(web.call('documents_update', { document_id: id, visibility }), code)
      expect(body.error.details!.map((one) => one.code)).to.deep.equal([why])
    }
    expect((await web.call('documents_update', { document_id: file.id, title: 'MSc' })).visibility).to.equal(
      'everyone',
    )
  })
})
