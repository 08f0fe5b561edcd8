/**
 * The changes that break clients, and what to do instead. All other changes are allowed: new operations, statuses,
 * properties of answers, optional properties of requests, values, errors and events.
 */
export const rules = {
  'operation removed': 'Keep it; an end is announced six months ahead with Deprecation and Sunset headers.',
  'GET removed': 'Keep answering GET: a read stays a read.',
  'path changed': 'Keep the old path; add the new one as an operation of its own.',
  'operation id changed': 'Keep the id: methods of generated clients and MCP tools are named after it.',
  'tool removed': 'Keep offering the action to assistants, under the same name.',
  'component removed': 'Keep the name: generated clients name a type after it.',
  'webhook removed': 'Keep sending this type.',
  'class changed': 'Keep the class: clients decide by it what to ask a person first.',
  'retry changed': 'Keep it: clients retry by it.',
  'access narrowed': 'Let everybody call it who could.',
  'credential removed': 'Keep taking every credential that was taken.',
  'security scheme changed': 'Keep the scheme as it is; add a new one beside it.',
  'error removed': 'Keep the name: clients decide by it what to do.',
  'error code changed': 'Keep the code: it decides the status. Add an error with another name.',
  'event removed': 'Keep recording the event: endpoints wait for it.',

  'parameter removed': 'Keep taking it, even if it no longer does anything.',
  'parameter required': 'Make it optional, with a default that does what was done without it.',
  'parameter encoding changed': 'Keep the way its value is written; add a parameter with another name.',
  'body required': 'Accept a request without a body, as before.',
  'media type removed': 'Keep it; add the new one beside it.',
  'status removed': 'Keep the status: clients decide by it.',
  'header removed': 'Keep sending it.',
  'header optional': 'Send it always, as before.',

  'request property removed': 'Keep taking it, even if it no longer does anything.',
  'request property required': 'Make it optional, with a default that does what was done without it.',
  'request type narrowed': 'Accept the types that were accepted; add a property with another name.',
  'request null refused': 'Accept null, as before.',
  'request values narrowed': 'Accept every value that was accepted.',
  'request format narrowed': 'Accept what was accepted; add a property with another name.',
  'request pattern changed':
    'Accept what was accepted; when the new pattern does, accept this break with that reason.',
  'request limit tightened': 'Accept what was accepted.',
  'request closed': 'Accept the properties that were accepted.',
  'request default changed': 'Keep the default: calls without the property rely on it.',
  'request choice removed': 'Accept every choice that was accepted.',

  'answer property removed': 'Keep answering it; add the new one beside it.',
  'answer property optional': 'Answer it always; null only where null was possible.',
  'answer type changed': 'Keep the type; add a property with another name.',
  'answer null added': 'Answer a value always; add a property with another name that may be null.',
  'answer values removed': 'Keep the value: clients may wait for it. Values may be added.',
  'answer format changed': 'Keep the format; add a property with another name.',
  'answer limit widened': 'Keep within the limit: clients made room for no more.',
  'answer choice added': 'Answer only what was promised; add a property with another name.',

  'not understood': 'Compare it yourself, or teach it to codegen/compatibility/schema-rules.ts.',
}

export type Rule = keyof typeof rules

/** One thing that breaks clients. */
export interface Break {
  rule: Rule
  /** The place, in words: `org_people_hire`, or the property of a component: `Person.job.title (answer)`. */
  place: string
  /** The thing that changed there: a keyword, a header, a status. */
  what: string
  was: string
  is: string
  /** The operations and webhooks that are affected. Empty: the document as a whole. */
  operations: Set<string>
}

export type Found = Omit<Break, 'operations'>

/** The line that identifies a break, in messages and in the list of accepted ones. */
export function lineOf({ place, what, was, is }: Found): string {
  return `${place}: ${what}: ${was} → ${is}`
}

/** The breaks that were found. A break of a component is one break, for all operations that use the component. */
export class Breaks {
  readonly #found = new Map<string, Break>()

  add(found: Found, operation?: string): void {
    const line = lineOf(found)
    const known = this.#found.get(line) ?? { ...found, operations: new Set<string>() }
    if (operation !== undefined) known.operations.add(operation)
    this.#found.set(line, known)
  }

  all(): Break[] {
    return [...this.#found.values()]
  }
}
