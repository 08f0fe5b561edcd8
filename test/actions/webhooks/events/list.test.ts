import { expect } from 'chai'
import { document } from '../../../support/contract.ts'
import { useServer } from '../../../support/server.ts'

describe('webhooks.events.list', () => {
  const server = useServer()

  it('has every webhook of the document, in alphabetical order', async () => {
    const owner = await (await server.company()).as('owner')
    const types = await owner.call('webhooks_events_list', {})
    expect(types.map(({ type }) => type)).to.deep.equal(Object.keys(document.webhooks!).toSorted())
    const hired = types.find(({ type }) => type === 'person.hired')!
    expect(hired.group).to.equal('People')
    expect(hired.description).to.match(/first job/)
  })
})
