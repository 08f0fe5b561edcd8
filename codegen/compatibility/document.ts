import { isObject, type Json, type JsonObject } from '../model.ts'
import { entries, Facts, list, References } from './facts.ts'
import { SchemaFacts, type Direction } from './schemas.ts'

/** The place of what belongs to no operation. */
const whole = 'the document'

/** Reads the facts of a document that clients rely on: operations, schemas, events and credentials. */
export function factsOf(document: JsonObject): Facts {
  const facts = new Facts()
  new DocumentFacts(document, facts).add()
  return facts
}

class DocumentFacts {
  readonly #document: JsonObject
  readonly #facts: Facts
  readonly #references: References
  readonly #schemas: SchemaFacts

  constructor(document: JsonObject, facts: Facts) {
    this.#document = document
    this.#facts = facts
    this.#references = new References(document)
    this.#schemas = new SchemaFacts(facts, this.#references)
  }

  add(): void {
    this.#facts.visit(whole)
    for (const [path, item] of entries(this.#document['paths']))
      for (const [method, operation] of entries(item))
        this.#addOperation(`${method.toUpperCase()} ${path}`, operation)
    for (const [type, webhook] of entries(this.#document['webhooks'])) {
      this.#facts.promise(whole, `event ${type}`)
      this.#facts.visit(`event ${type}`)
      this.#addContent(entries(webhook)[0]?.[1], 'requestBody', 'answer', `event ${type}`)
    }
    const components = this.#references.follow(this.#document['components'])
    for (const [name] of entries(components['schemas'])) this.#facts.promise(whole, `component ${name}`)
    for (const [name, scheme] of entries(components['securitySchemes'])) {
      const { description: _description, bearerFormat: _format, ...facts } = this.#references.follow(scheme)
      this.#facts.promise(whole, `credential ${name}`, facts)
    }
  }

  #addOperation(place: string, value: Json): void {
    const operation = this.#references.follow(value)
    this.#facts.promise(whole, place)
    this.#facts.visit(place)
    for (const key of ['operationId', 'x-class', 'x-retry', 'x-paging'])
      if (operation[key] !== undefined) this.#facts.promise(place, key, operation[key])
    this.#addAccess(place, operation)
    for (const { code, error } of list(operation['x-errors']) as { code: string; error: string }[])
      this.#facts.promise(place, `error ${code}`, error)
    for (const key of ['x-warnings', 'x-row-errors'])
      for (const { code } of list(operation[key]) as { code: string }[])
        this.#facts.promise(place, `${key} ${code}`)
    for (const type of list(operation['x-events'])) this.#facts.promise(place, `event ${String(type)}`)
    for (const parameter of list(operation['parameters']))
      this.#addParameter(place, this.#references.follow(parameter))
    if (this.#references.follow(operation['requestBody'])['required'] === true)
      this.#facts.demand(place, 'required body')
    this.#addContent(operation, 'requestBody', 'request', place)
    for (const [status, response] of entries(operation['responses']))
      this.#addResponse(place, status, response)
  }

  /** Adds each role, audience and credential that may call. */
  #addAccess(place: string, operation: JsonObject): void {
    const ways = list(operation['security']).map(
      (way) => Object.keys(way as JsonObject).join(' and ') || 'none',
    )
    const all = entries(this.#references.follow(this.#document['components'])['securitySchemes']).map(
      ([name]) => name,
    )
    const open = ways.length === 0 || ways.includes('none')
    for (const way of open ? ['none', ...all] : ways) this.#facts.promise(place, `takes ${way}`)
    const access = this.#references.follow(operation['x-access'])
    const roles = access['manage'] === 'any' ? ['owner', 'admin', 'hr', 'viewer'] : list(access['manage'])
    for (const role of roles) this.#facts.promise(place, `for ${String(role)}`)
    for (const key of ['me', 'while_paused'])
      if (access[key] === true) this.#facts.promise(place, `for ${key}`)
    if (access['web_only'] === true) this.#facts.demand(place, 'web only')
  }

  #addParameter(operation: string, parameter: JsonObject): void {
    const name = `parameter ${String(parameter['name'])} in ${String(parameter['in'])}`
    const place = `${operation} ${name}`
    const { content, style, explode, allowReserved } = parameter
    const [media] = entries(content)
    const encoding = { media: media?.[0] ?? null, style: style ?? null, explode: explode ?? null }
    this.#facts.promise(operation, name, { ...encoding, allowReserved: allowReserved ?? null })
    if (parameter['required'] === true) this.#facts.demand(operation, `required ${name}`)
    this.#schemas.add(parameter['schema'] ?? this.#references.follow(media?.[1])['schema'], 'request', place)
  }

  #addResponse(operation: string, status: string, value: Json): void {
    const place = `${operation} ${status}`
    this.#facts.promise(operation, `status ${status}`)
    this.#facts.visit(place)
    const response = this.#references.follow(value)
    for (const [name, reference] of entries(response['headers'])) {
      const header = this.#references.follow(reference)
      // Most answers have the same headers, so their schemas are read once for all.
      const ref = (isObject(reference) ? reference['$ref'] : undefined) ?? `${place} ${name}`
      this.#facts.promise(place, `header ${name}`, ref)
      if (header['required'] === true) this.#facts.promise(place, `required header ${name}`)
      this.#schemas.add(header['schema'], 'answer', `header ${String(ref)}`)
    }
    this.#addContent({ response }, 'response', 'answer', place)
  }

  /** Adds the media types of a body or an answer, and the schema of each. */
  #addContent(holder: Json | undefined, key: string, direction: Direction, place: string): void {
    const { content } = this.#references.follow(isObject(holder) ? holder[key] : undefined)
    for (const [type, media] of entries(content)) {
      this.#facts.promise(place, `${direction} ${type}`)
      this.#schemas.add(this.#references.follow(media)['schema'], direction, `${place} ${direction} ${type}`)
    }
  }
}
