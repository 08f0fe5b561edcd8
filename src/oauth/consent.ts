import { randomUUIDv7 } from 'node:crypto'
import type Koa from 'koa'
import { errors, type Interaction, type InteractionResults, type Provider } from 'oidc-provider'
import { findPublicOrganization } from '../auth/public-organization.ts'
import { inTurnOf } from '../auth/turns.ts'
import { requireOwnSession } from '../auth/sessions.ts'
import type { Audience } from '../domain/caller.ts'
import type { HttpRuntime } from '../http/runtime.ts'
import { originOf, readBrowser } from '../http/browser.ts'
import { showConsent, showEnded, type ConsentRequest } from '../pages/consent.ts'
import { languageFor } from '../pages/language.ts'
import { ApiError } from '../errors.ts'
import { readForm } from '../pages/request.ts'
import { withReturnTo } from '../domain/return-to.ts'
import { redirect } from '../pages/send.ts'
import { insertConnection } from '../queries/platform/connections.ts'
import { accountOf } from './adapter.ts'
import { makeRoom } from './connections.ts'
import { describeApp, knownScopes } from './clients.ts'
import { resourceOf } from './provider.ts'

interface Request extends ConsentRequest {
  interaction: Interaction
  app: ReturnType<typeof describeApp>
}

/** `GET /oauth/interaction/:uid`: asks the member, who signs in first. */
export async function askConsent(runtime: HttpRuntime, provider: Provider, ctx: Koa.Context): Promise<void> {
  const request = await readRequest(runtime, provider, ctx)
  if (request) await show(runtime, ctx, request)
}

/** `POST /oauth/interaction/:uid`: what the member decided. */
export async function takeConsent(runtime: HttpRuntime, provider: Provider, ctx: Koa.Context): Promise<void> {
  const sent = await readForm({ ctx, runtime }, { decision: 10, membership: 64, audience: 10 })
  const request = await readRequest(runtime, provider, ctx)
  if (!request) return
  const { caller, audiences } = request
  if (sent.decision === 'deny')
    return finish(provider, ctx, { error: 'access_denied', error_description: 'The member said no.' })
  const audience = audiences.find((one) => one === sent.audience)
  // Somebody else may have signed in with this browser since the page was shown: then that member is asked.
  const isSame = sent.membership === caller.membershipId
  const isOpen = caller.organization.status === 'active'
  if (sent.decision !== 'approve' || !audience || !isSame || !isOpen) return show(runtime, ctx, request)
  const grantId = await connect(runtime, provider, request, audience).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error
    ctx.state['failure'] = error
  })
  if (grantId === undefined) return askToSignIn(ctx, request.interaction)
  const accountId = accountOf(caller.organization.id, caller.membershipId)
  return finish(provider, ctx, { login: { accountId, remember: false }, consent: { grantId } })
}

/** Answers what is wrong, or asks to sign in, itself; then there is no request to decide about. */
async function readRequest(
  runtime: HttpRuntime,
  provider: Provider,
  ctx: Koa.Context,
): Promise<Request | undefined> {
  const interaction = await provider.interactionDetails(ctx.req, ctx.res).catch((error: unknown) => {
    if (!(error instanceof errors.SessionNotFound)) throw error
  })
  if (!interaction || ctx.path !== pathOf(interaction)) {
    showEnded(ctx, languageFor(ctx))
    return undefined
  }
  const caller = await readBrowser(runtime, ctx)
  if (!caller) {
    askToSignIn(ctx, interaction)
    return undefined
  }
  const { client_id, redirect_uri, scope } = interaction.params as Record<string, string>
  const client = await provider.Client.find(client_id!)
  if (!client) {
    showEnded(ctx, languageFor(ctx, caller.user.language, caller.organization.language))
    return undefined
  }
  const asked = knownScopes(scope).split(' ')
  return {
    interaction,
    app: describeApp(client_id!, client.clientName, redirect_uri!),
    audiences: caller.audiences.filter((audience) => asked.includes(audience)),
    caller,
    path: pathOf(interaction),
  }
}

const pathOf = ({ uid }: Interaction): string => `/oauth/interaction/${uid}`

const askToSignIn = (ctx: Koa.Context, interaction: Interaction): void =>
  redirect(ctx, withReturnTo('/sign_in', pathOf(interaction)))

async function show(runtime: HttpRuntime, ctx: Koa.Context, request: Request): Promise<void> {
  const { user, organization } = request.caller
  const look = await findPublicOrganization(runtime, organization.slug, originOf(ctx, runtime.baseUrl))
  showConsent(ctx, request, look, languageFor(ctx, user.language, organization.language))
}

/**
 * Stores what the member agreed to. The app is not connected before it gets its first token: the browser may never come
 * back to it.
 *
 * @returns the id of the connection, which is that of the grant
 */
async function connect(
  runtime: HttpRuntime,
  provider: Provider,
  { app, caller, interaction }: Request,
  audience: Audience,
): Promise<string> {
  const id = randomUUIDv7()
  const { organization, membershipId } = caller
  await inTurnOf(runtime, caller, 'write', async (db) => {
    await requireOwnSession(db, caller)
    const now = runtime.clock()
    await makeRoom(db, membershipId, now)
    await insertConnection(db, { ...app, id, membership_id: membershipId, audience }, now)
  })
  const grant = new provider.Grant({
    accountId: accountOf(organization.id, membershipId),
    clientId: app.client_id,
  })
  grant.jti = id
  const { scope } = interaction.params as { scope: string }
  const others = scope.split(' ').filter((name) => name !== audience)
  // The library also checks them as scopes of OpenID Connect: one that nobody decided about would come back to this page.
  grant.addOIDCScope(audience)
  if (others.length > 0) grant.rejectOIDCScope(others.join(' '))
  for (const one of resources(interaction, resourceOf(runtime.baseUrl))) {
    grant.addResourceScope(one, audience)
    if (others.length > 0) grant.rejectResourceScope(one, others.join(' '))
  }
  await grant.save()
  return id
}

/** The resource in the words of the request: with or without a slash at its end. */
function resources({ params }: Interaction, usual: string): string[] {
  const { resource } = params as { resource?: string | string[] }
  return resource === undefined ? [usual] : [resource].flat()
}

async function finish(provider: Provider, ctx: Koa.Context, result: InteractionResults): Promise<void> {
  redirect(
    ctx,
    await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false }),
  )
}
