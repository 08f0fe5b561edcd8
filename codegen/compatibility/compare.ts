import { at, isObject, type Json, type JsonObject } from '../model.ts'
import { Breaks, type Break } from './breaks.ts'
import { OperationComparison, type Operation } from './operations.ts'
import { comparePromises } from './promises.ts'
import { entries, type Documents } from './references.ts'
import { there, words } from './words.ts'

/**
 * The changes in the new document that break clients of the old one. The section "Compatibility" of the document's
 * description promises that there are none within v1.
 *
 * @param was the document of the last release
 * @param is the document as it is now
 * @param tools the names of the MCP tools that are offered now
 */
export function findBreaks(was: JsonObject, is: JsonObject, tools: string[]): Break[] {
  const breaks = new Breaks()
  const documents = { was, is }
  compareOperations(documents, breaks)
  compareWebhooks(documents, breaks)
  compareTools(documents, tools, breaks)
  for (const name of namesGone(documents, 'components', 'schemas'))
    breaks.add({ rule: 'component removed', place: name, what: 'component', ...there })
  compareSecuritySchemes(documents, breaks)
  return breaks.all()
}

function compareOperations(documents: Documents, breaks: Breaks): void {
  const now = operationsOf(documents.is)
  for (const before of operationsOf(documents.was)) {
    const { id, method, path } = before
    const same = now.find((one) => one.method === method && one.path === path)
    if (!same) {
      const elsewhere = now.find((one) => one.id === id)
      if (elsewhere)
        breaks.add({ rule: 'path changed', place: id, what: 'path', was: path, is: elsewhere.path }, id)
      else if (method === 'get' && now.some((one) => one.path === path))
        breaks.add({ rule: 'GET removed', place: id, what: `GET ${path}`, ...there }, id)
      else
        breaks.add(
          { rule: 'operation removed', place: id, what: `${method.toUpperCase()} ${path}`, ...there },
          id,
        )
      continue
    }
    if (same.id !== id)
      breaks.add({ rule: 'operation id changed', place: id, what: 'operation id', was: id, is: same.id }, id)
    new OperationComparison(documents, breaks, id).compare(before.value, same.value)
    // A GET makes the same promises as its POST, so comparing one of them is enough.
    if (method !== 'get') comparePromises(breaks, id, before.value, same.value)
  }
}

function compareWebhooks(documents: Documents, breaks: Breaks): void {
  for (const [type, was] of entries(documents.was['webhooks'])) {
    const is = at(documents.is['webhooks'], type)
    const [before, now] = [at(was, 'post', 'requestBody'), at(is, 'post', 'requestBody')]
    if (is === undefined)
      breaks.add({ rule: 'webhook removed', place: type, what: 'webhook', ...there }, type)
    else new OperationComparison(documents, breaks, type).compareBody(before, now, 'answer')
  }
}

/** Every action that is not for the web app only is a tool. A removed action is reported as a removed operation. */
function compareTools({ was, is }: Documents, tools: string[], breaks: Breaks): void {
  const now = new Set(offeredIn(is))
  for (const id of offeredIn(was))
    if (now.has(id) && !tools.includes(id))
      breaks.add({ rule: 'tool removed', place: id, what: 'tool', ...there }, id)
}

function offeredIn(document: JsonObject): string[] {
  const offered = operationsOf(document).filter(({ method, value }) => {
    const access = value['x-access']
    return method === 'post' && isObject(access) && access['web_only'] !== true
  })
  return offered.map(({ id }) => id)
}

function compareSecuritySchemes({ was, is }: Documents, breaks: Breaks): void {
  for (const [name, scheme] of entries(at(was, 'components', 'securitySchemes'))) {
    const [before, now] = [
      schemeInWords(scheme),
      schemeInWords(at(is, 'components', 'securitySchemes', name)),
    ]
    if (before !== now)
      breaks.add({
        rule: 'security scheme changed',
        place: name,
        what: 'security scheme',
        was: before,
        is: now,
      })
  }
}

function schemeInWords(scheme: Json | undefined): string {
  const facts = entries(scheme).filter(([key]) => !['description', 'bearerFormat'].includes(key))
  return facts.length === 0 ? there.is : facts.map(([key, value]) => `${key} ${words(value)}`).join(', ')
}

function operationsOf(document: JsonObject): Operation[] {
  return entries(document['paths']).flatMap(([path, item]) =>
    entries(item).flatMap(([method, value]) =>
      isObject(value) && typeof value['operationId'] === 'string'
        ? [{ id: value['operationId'], method, path, value }]
        : [],
    ),
  )
}

function namesGone({ was, is }: Documents, ...path: string[]): string[] {
  const now = at(is, ...path)
  return entries(at(was, ...path)).flatMap(([name]) => (at(now, name) === undefined ? [name] : []))
}
