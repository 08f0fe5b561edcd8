import type { Handler } from '../action.ts'
import { presentCaller } from '../../presenters/platform/whoami.ts'

/** Who calls: all of it was loaded with the credential, so this asks the database nothing (spec 2.1). */
export const handler: Handler<'platform_whoami'> = async (ctx) => presentCaller(ctx.caller)
