import { expect } from 'chai'
import { contractTypes } from '../../codegen/emit/types.ts'
import { expandContract } from '../../codegen/expand/document.ts'
import { useWorkshop } from './workshop.ts'

describe('the types of the contract', () => {
  const workshop = useWorkshop()

  it('let a client leave out a property with a default, which is always there for the handler', async () => {
    const { client, server } = await contractTypes(expandContract(workshop.current.contract()))
    const input = (types: string) => /ToysBoxesListInput(?:: | )\{.*?\n( {8})?\}/s.exec(types)![0]
    expect(input(client))
      .to.match(/\blimit\?: number/)
      .and.match(/\bcolours\?: .*\bOneLineText/)
    expect(input(server))
      .to.match(/\blimit: number/)
      .and.match(/\bcolours\?: .*\bOneLineText/)
  })

  it('have the data of events, but no operation for a webhook, because it has no handler', async () => {
    const { server } = await contractTypes(expandContract(workshop.current.contract()))
    expect(server).to.include('BoxCreatedData: {').and.not.include('webhook_box_created')
  })
})
