import { at, isObject, type Json, type JsonObject } from '../model.ts'
import type { Breaks, Rule } from './breaks.ts'
import { componentName, entries, follow, type Documents } from './references.ts'
import type { Direction } from './schema-rules.ts'
import { Schemas } from './schemas.ts'
import { there } from './words.ts'

export interface Operation {
  /** Its operation id: `org_people_list`, `get_org_people_list`. */
  id: string
  method: string
  path: string
  value: JsonObject
}

/** Compares two versions of an operation: its parameters, body and responses. */
export class OperationComparison {
  readonly #documents: Documents
  readonly #breaks: Breaks
  readonly #id: string
  readonly #schemas: Schemas

  constructor(documents: Documents, breaks: Breaks, id: string) {
    this.#documents = documents
    this.#breaks = breaks
    this.#id = id
    this.#schemas = new Schemas(documents, breaks, id)
  }

  compare(was: JsonObject, is: JsonObject): void {
    this.#compareParameters(was, is)
    this.compareBody(was['requestBody'], is['requestBody'], 'request')
    this.#compareResponses(was['responses'], is['responses'])
  }

  /** Compares a body that clients send, or with `answer` one that they receive, such as that of a webhook. */
  compareBody(was: Json | undefined, is: Json | undefined, direction: Direction): void {
    const [before, now] = [follow(this.#documents.was, was), follow(this.#documents.is, is)]
    if (direction === 'request' && before['required'] !== true && now['required'] === true)
      this.#add('body required', this.#id, 'body', 'optional', 'required')
    this.#compareContent(before['content'], now['content'], direction, `${this.#id} body`)
  }

  #compareContent(was: Json | undefined, is: Json | undefined, direction: Direction, place: string): void {
    for (const [type, media] of entries(was)) {
      const now = at(is, type)
      if (!isObject(now)) this.#add('media type removed', place, type, there.was, there.is)
      else this.#schemas.compare(at(media, 'schema') ?? {}, now['schema'] ?? {}, direction, place)
    }
  }

  #compareParameters(was: JsonObject, is: JsonObject): void {
    const [before, now] = [this.#parameters('was', was), this.#parameters('is', is)]
    for (const [key, parameter] of before) {
      const same = now.get(key)
      if (!same) this.#add('parameter removed', this.#id, `parameter ${key}`, there.was, there.is)
      else this.#compareParameter(key, parameter, same)
    }
    for (const [key, { value }] of now)
      if (value['required'] === true && before.get(key)?.value['required'] !== true)
        this.#add(
          'parameter required',
          this.#id,
          `parameter ${key}`,
          before.has(key) ? 'optional' : 'not there',
          'required',
        )
  }

  #parameters(side: keyof Documents, operation: JsonObject): Map<string, Parameter> {
    const list = Array.isArray(operation['parameters']) ? operation['parameters'] : []
    return new Map(
      list.map((parameter) => {
        const value = follow(this.#documents[side], parameter)
        return [
          `${String(value['name'])} in ${String(value['in'])}`,
          { component: componentName(parameter), value },
        ]
      }),
    )
  }

  #compareParameter(key: string, was: Parameter, is: Parameter): void {
    const shared = was.component !== undefined && was.component === is.component
    const place = shared ? `parameter ${was.component}` : `${this.#id} parameter ${key}`
    const [before, now] = [encoding(was.value), encoding(is.value)]
    if (before !== now) this.#add('parameter encoding changed', place, 'encoding', before, now)
    else this.#schemas.compare(schemaOf(was.value), schemaOf(is.value), 'request', place)
  }

  #compareResponses(was: Json | undefined, is: Json | undefined): void {
    for (const [status, response] of entries(was)) {
      const now = at(is, status)
      if (now === undefined) {
        this.#add('status removed', this.#id, `status ${status}`, there.was, there.is)
        continue
      }
      const name = componentName(response)
      const place =
        name !== undefined && name === componentName(now) ? `response ${name}` : `${this.#id} ${status}`
      const [before, after] = [follow(this.#documents.was, response), follow(this.#documents.is, now)]
      this.#compareHeaders(before['headers'], after['headers'], place)
      this.#compareContent(before['content'], after['content'], 'answer', place)
    }
  }

  #compareHeaders(was: Json | undefined, is: Json | undefined, place: string): void {
    for (const [name, header] of entries(was)) {
      const value = at(is, name)
      if (value === undefined) {
        this.#add('header removed', place, `header ${name}`, there.was, there.is)
        continue
      }
      const [before, now] = [follow(this.#documents.was, header), follow(this.#documents.is, value)]
      if (before['required'] === true && now['required'] !== true)
        this.#add('header optional', place, `header ${name}`, 'always', 'sometimes')
      this.#schemas.compare(before['schema'] ?? {}, now['schema'] ?? {}, 'answer', `header ${name}`)
    }
  }

  #add(rule: Rule, place: string, what: string, was: string, is: string): void {
    this.#breaks.add({ rule, place, what, was, is }, this.#id)
  }
}

interface Parameter {
  component: string | undefined
  value: JsonObject
}

/** The encoding of a parameter's value, in words. */
function encoding({ content, style, explode, allowReserved }: JsonObject): string {
  const [type] = entries(content)[0] ?? []
  if (type !== undefined) return type
  const facts = { style, explode, allowReserved }
  const said = entries(facts as JsonObject).filter(([, value]) => value !== undefined)
  return said.length === 0 ? 'plain' : said.map(([key, value]) => `${key} ${String(value)}`).join(', ')
}

function schemaOf({ schema, content }: JsonObject): Json {
  return schema ?? at(entries(content)[0]?.[1], 'schema') ?? {}
}
