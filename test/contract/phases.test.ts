import { expect } from 'chai'
import { action } from '../../src/actions/action.ts'
import type { Context } from '../../src/actions/context.ts'
import type { Handler } from '../../src/actions/handler.ts'
import type { ActionId } from '../../src/generated/actions.ts'
import { actions } from '../../src/generated/actions.ts'
import { contractActions } from '../support/contract.ts'
import { handlers } from '../../src/generated/handlers.ts'
import { contextOf } from '../../src/pipeline/context.ts'

/** The pipeline says not_found for a missing subject, so an action whose input names one must load it there. */
describe('the phases of an action', () => {
  for (const [id, { subject }] of Object.entries(actions)) {
    const handler = handlers[id as ActionId] as Handler<ActionId>

    it(`${id} ${subject ? `loads its ${subject.kind} in the phase subject` : 'has no subject to load'}`, () => {
      const hint = subject
        ? `${subject.path} is required and names a record: load it in the phase subject`
        : 'the contract names no record that is required, so nobody could say which one is missing'
      expect(handler.subject !== undefined, hint).to.equal(subject !== null)
      expect(handler.id).to.equal(id)
    })

    const proposes =
      contractActions[id]!.operation['x-errors']?.some(({ code }) => code === 'change_proposed_already') ===
      true
    it(`${id} ${proposes ? 'says whether its change would wait for approval' : 'makes no requests for approval'}`, () => {
      const hint = 'change_proposed_already in x-errors and the phase mustWait belong together'
      expect(handler.mustWait !== undefined, hint).to.equal(proposes)
    })
  }

  it('get the tools that the action needs, and no other ones', () => {
    const list = () => Promise.resolve(null as never)
    const withUrls = ({ urlProblem }: Context<'org_units_list', 'urlProblem'>) => list.call(urlProblem)
    action('org_units_list', { needs: ['urlProblem'], run: withUrls })
    // @ts-expect-error the action does not say that it needs it
    action('org_units_list', { run: withUrls })
    // @ts-expect-error it needs another tool
    action('org_units_list', { needs: ['offered'], run: withUrls })
    const tools = { urlProblem: 'urlProblem', offered: 'offered', postbox: 'postbox', baseUrl: '' }
    const contextWith = (id: ActionId) =>
      contextOf({ tools } as never, {} as never, (handlers[id] as Handler<ActionId>).needs)
    expect(contextWith('webhooks_endpoints_create')).to.include({ urlProblem: 'urlProblem' })
    expect(contextWith('webhooks_endpoints_create')).to.not.have.any.keys(
      'offered',
      'postbox',
      'baseUrl',
      'tools',
    )
    expect(contextWith('org_units_list')).to.not.have.any.keys(...Object.keys(tools))
  })
})
