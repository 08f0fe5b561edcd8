import { namesIn, refusalsOf, rowErrorsOf, warningsOf } from '../catalogue.ts'
import { at, type Contract, type Json, type JsonObject, type Source } from '../model.ts'
import type { NamedSchemas } from '../naming.ts'
import { success } from './answers.ts'
import { queryParameters, requestBody } from './inputs.ts'
import { actionErrors, component, rateHeaders, redirectErrors, sessionErrors } from './responses.ts'
import { descriptionOf } from './descriptions.ts'

/** One path of the published document: the POST, and for a read its GET twin. */
export function pathItem(contract: Contract, source: Source, named: NamedSchemas): JsonObject {
  if (source.kind === 'session') return { post: sessionOperation(contract, source, named) }
  if (source.kind === 'redirect') return { get: redirectOperation(contract, source) }
  const post = actionOperation(contract, source, named)
  if (source.operation['x-class'] !== 'read') return { post }
  return { get: getTwin(contract, source, post), post }
}

function actionOperation(contract: Contract, source: Source, named: NamedSchemas): JsonObject {
  const { operation } = source
  const write = operation['x-class'] !== 'read'
  const access = operation['x-access'] as JsonObject
  const parameters: Json[] = write
    ? [component('parameters', 'DryRun'), component('parameters', 'IdempotencyKey')]
    : []
  const headers = ['X-Request-Id', ...rateHeaders, ...(write ? ['Dry-Run'] : [])]
  if (operation['x-retry'] === 'replay') headers.push('Idempotent-Replayed')
  return {
    ...operation,
    ...catalogues(contract, source),
    operationId: source.id,
    description: descriptionOf(contract, source),
    security: access['web_only'] ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }],
    ...(write && { parameters }),
    requestBody: requestBody(source, named),
    responses: { '200': success(contract, source, headers, named), ...actionErrors(contract, source, true) },
  }
}

/** The refusals, warnings and events of an operation, for programs that read the document. */
function catalogues(contract: Contract, source: Source): JsonObject {
  const errors = refusalsOf(contract, source).map(({ name, error, message, record }) => ({
    code: name,
    error,
    message,
    ...(record !== null && { record }),
  }))
  const rowErrors = rowErrorsOf(contract, source).map(({ name, message }) => ({ code: name, message }))
  const warnings = warningsOf(contract, source).map(({ code, message, record }) => ({
    code,
    message,
    ...(record !== null && { record }),
  }))
  const events = namesIn(source, 'x-events')
  return {
    ...(errors.length > 0 && { 'x-errors': errors }),
    ...(rowErrors.length > 0 && { 'x-row-errors': rowErrors }),
    ...(warnings.length > 0 && { 'x-warnings': warnings }),
    ...(events.length > 0 && { 'x-events': events }),
  }
}

function sessionOperation(contract: Contract, source: Source, named: NamedSchemas): JsonObject {
  return {
    ...source.operation,
    ...catalogues(contract, source),
    operationId: source.id,
    security: [],
    parameters: [component('parameters', 'Origin')],
    requestBody: requestBody(source, named),
    responses: {
      '200': success(contract, source, ['X-Request-Id'], named),
      ...sessionErrors(contract, source),
    },
  }
}

/** A browser comes by a link and is sent on. Errors that no page can tell, such as a malformed query, are JSON. */
function redirectOperation(contract: Contract, source: Source): JsonObject {
  const { requestBody: _body, 'x-redirect': _redirect, ...operation } = source.operation
  const written = at(operation, 'responses', '303') as JsonObject
  const headers = ['X-Request-Id', 'Location'].map((name) => [name, component('headers', name)])
  return {
    ...operation,
    operationId: source.id,
    security: [],
    parameters: queryParameters(contract, source),
    responses: {
      '303': {
        ...written,
        headers: { ...Object.fromEntries(headers), ...(written['headers'] as JsonObject) },
      },
      ...redirectErrors(contract, source),
    },
  }
}

function getTwin(contract: Contract, source: Source, post: JsonObject): JsonObject {
  const { requestBody: _body, parameters: _parameters, responses: _responses, ...rest } = post
  const parameters = queryParameters(contract, source)
  return {
    ...rest,
    operationId: `get_${source.id}`,
    summary: `${String(post['summary'])} (GET)`,
    ...(parameters.length > 0 && { parameters }),
    responses: {
      '200': at(post, 'responses', '200') as Json,
      ...actionErrors(contract, source, false),
    },
  }
}
