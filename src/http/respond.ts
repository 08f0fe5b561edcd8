import type Koa from 'koa'
import type { Rate } from '../auth/authenticate.ts'
import { ApiError } from '../errors.ts'

/** The body of a failure, for HTTP and MCP alike. */
export function errorBody(error: ApiError, requestId: string): { error: Record<string, unknown> } {
  const { details, activityId } = error.options
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(details && { details }),
      request_id: requestId,
      ...(activityId !== undefined && { activity_id: activityId }),
    },
  }
}

/** Any error as the one that callers see; what we did not foresee is ours to mend, and says nothing of itself. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(
    'internal',
    'Something went wrong on our side. Try again, and quote the request id if it persists.',
    { cause: error },
  )
}

export function sendError(ctx: Koa.Context, error: ApiError): void {
  const { retryAfterSeconds, headers = {} } = error.options
  ctx.status = error.status
  if (error.status === 401) ctx.set('WWW-Authenticate', 'Bearer realm="rollcall"')
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value)
  sendJson(ctx, JSON.stringify(errorBody(error, ctx.state['requestId'] as string)))
}

export function sendJson(ctx: Koa.Context, json: string): void {
  ctx.type = 'application/json'
  ctx.body = json
}

export function setRateHeaders(ctx: Koa.Context, rate: Rate): void {
  ctx.set('RateLimit-Limit', String(rate.limit))
  ctx.set('RateLimit-Remaining', String(rate.remaining))
  ctx.set('RateLimit-Reset', String(rate.resetSeconds))
}
