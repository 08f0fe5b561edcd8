import type { ActionId } from '../../src/actions/action.ts'
import type { ClientInput } from './client.ts'
import type { Scene } from './ids.ts'

/**
 * Prepares the company of the scene, and answers an input that the action then accepts from the caller of the scene.
 */
export type Scenario<K extends ActionId = ActionId> = (scene: Scene) => Promise<ClientInput<K>>

/**
 * Scenarios for actions that do not accept their example with real ids: the input must fit the caller, or the company
 * must be prepared. Keep this list short: an example that works in any company is also better for readers.
 */
export const scenarios: { [K in ActionId]?: Scenario<K> } = {
  platform_api_keys_create: async ({ member }) => ({
    name: 'Export',
    audience: member.role === 'member' ? 'me' : 'manage',
  }),
  // With most credentials, callers see only their own pay.
  org_pay_list: async ({ company, member }) => ({
    person_id: member.personId ?? (await company.person()).id,
  }),
}
