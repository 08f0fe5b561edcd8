import type { ActionId } from '../../src/actions/action.ts'
import type { ClientInput } from './client.ts'
import type { Scene } from './ids.ts'

/** Prepares the scene's company and answers an input that the action then accepts from the scene's caller. */
export type Scenario<K extends ActionId = ActionId> = (scene: Scene) => Promise<ClientInput<K>>

/**
 * Actions whose example, with real ids put in, is not enough: their input must fit the caller, or the company must be
 * in some state first. Keep it short: an example that works anywhere serves readers, too.
 */
export const scenarios: { [K in ActionId]?: Scenario<K> } = {
  platform_api_keys_create: async ({ member }) => ({
    name: 'Export',
    audience: member.role === 'member' ? 'me' : 'manage',
  }),
}
