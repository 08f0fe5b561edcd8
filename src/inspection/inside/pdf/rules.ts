import { Refused } from '../refused.ts'
import type { Objects } from './objects.ts'
import { Dictionary, Name, Ref, type Value } from './values.ts'

/** Actions (12.6.4) that run programs, send the form to an address, or fill it from a file. */
const dangerous = ['Launch', 'ImportData', 'SubmitForm']
/** Actions that may start by themselves: they move or show something in the document. */
const harmless = [
  'GoTo',
  'Named',
  'SetOCGState',
  'Hide',
  'Trans',
  'ResetForm',
  'Rendition',
  'Movie',
  'Sound',
  'GoTo3DView',
]
/** Triggers (12.6.3) that nobody clicks, of whatever has them. `O` and `C` of a page are its opening and closing, `C` of a field is its calculation. */
const automatic = ['WC', 'WS', 'DS', 'WP', 'DP', 'PO', 'PC', 'PV', 'PI', 'O']

/**
 * Refuses a PDF that acts by itself, has files inside or is encrypted. Scripts are allowed only where a form has them: in the
 * triggers of its fields, and behind what somebody clicks.
 */
export function requireSafe(objects: Objects): void {
  const rules = new Rules(objects)
  for (const { number, value } of objects.all()) rules.visit(value, number, 'elsewhere', 0)
  rules.decide()
}

/** Where a value is: under a key whose actions somebody starts, or not. */
type Place = 'clicked' | 'elsewhere'

interface Trigger {
  owner: Dictionary
  number: number | undefined
  value: Value
}

const maxDepth = 110
const maxTriggers = 200_000

class Rules {
  readonly #objects: Objects
  /** Numbers of objects with scripts, of those that a click or a field starts, and of pages. */
  readonly #scripts = new Set<number>()
  readonly #clicked = new Set<number>()
  readonly #pages = new Set<number>()
  readonly #triggers: Trigger[] = []
  readonly #judged = new Set<number>()
  #hasRoot = false

  constructor(objects: Objects) {
    this.#objects = objects
  }

  visit(value: Value, number: number | undefined, place: Place, depth: number): void {
    if (depth > maxDepth) throw new Refused('file_too_complex')
    if (value instanceof Ref && place === 'clicked') this.#clicked.add(value.number)
    if (Array.isArray(value)) for (const one of value) this.visit(one, number, place, depth + 1)
    if (!(value instanceof Dictionary)) return
    this.#refuseContent(value)
    this.#hasRoot ||= value.has('Root')
    if (value.has('Count'))
      for (const kids of value.all('Kids').flatMap((one) => this.#objects.resolve(one)))
        if (Array.isArray(kids)) for (const one of kids) if (one instanceof Ref) this.#pages.add(one.number)
    if (isScript(value) && place === 'elsewhere') {
      if (number === undefined) throw new Refused('file_acts_by_itself')
      this.#scripts.add(number)
    }
    for (const [key, inner] of value.entries) this.#visitEntry(value, key, inner, number, depth)
  }

  #visitEntry(owner: Dictionary, key: string, value: Value, number: number | undefined, depth: number): void {
    if (key === 'OpenAction') this.#requireHarmless(value, 0)
    else if (key === 'AA') this.#addTrigger({ owner, number, value })
    else this.visit(value, number, ['A', 'PA', 'Next'].includes(key) ? 'clicked' : 'elsewhere', depth + 1)
  }

  /** Triggers that lead to each other would never end. */
  #addTrigger(trigger: Trigger): void {
    if (this.#triggers.push(trigger) > maxTriggers) throw new Refused('file_too_complex')
  }

  #refuseContent(value: Dictionary): void {
    if (value.is('S', ...dangerous)) throw new Refused('file_acts_by_itself')
    if (value.is('Subtype', 'RichMedia', '3D') || value.has('OnInstantiate') || value.has('XFA'))
      throw new Refused('file_acts_by_itself')
    const hasFile = value.all('EF').some((one) => one instanceof Dictionary || one instanceof Ref)
    const isFile = value.is('Type', 'EmbeddedFile') || value.is('Subtype', 'FileAttachment')
    const isPortfolio = value.has('Collection') && (value.is('Type', 'Catalog') || value.has('Pages'))
    if (hasFile || isFile || isPortfolio || this.#hasNames(value, 'EmbeddedFiles'))
      throw new Refused('file_has_files_inside')
    // Scripts of the document run when it is opened.
    if (this.#hasNames(value, 'JavaScript')) throw new Refused('file_acts_by_itself')
  }

  /** Tells whether a tree of names has any. Some programs write empty ones. */
  #hasNames(value: Dictionary, key: string): boolean {
    const trees = value.all(key).flatMap((one) => this.#objects.resolve(one))
    return trees.some(
      (tree) =>
        tree instanceof Dictionary &&
        [...tree.all('Names'), ...tree.all('Kids')]
          .flatMap((one) => this.#objects.resolve(one))
          .some((list) => !Array.isArray(list) || list.length > 0),
    )
  }

  /** Decides what only all objects together tell. */
  decide(): void {
    if (!this.#hasRoot) throw new Refused('file_damaged')
    const triggers = new Set<number>()
    for (const { owner, number, value } of this.#triggers) {
      if (value instanceof Ref) triggers.add(value.number)
      for (const found of this.#objects.resolve(value))
        if (found instanceof Dictionary)
          for (const [key, action] of found.entries)
            if (this.#isAutomatic(key, owner, number)) this.#requireHarmless(action, 0)
            else this.visit(action, number, 'clicked', 1)
    }
    for (const number of this.#scripts)
      if (!this.#clicked.has(number) && !triggers.has(number)) throw new Refused('file_acts_by_itself')
  }

  #isAutomatic(key: string, owner: Dictionary, number: number | undefined): boolean {
    if (automatic.includes(key) || owner.is('Type', 'Catalog') || owner.has('Pages')) return true
    if (key !== 'C') return false
    const isPage =
      owner.is('Type', 'Page') ||
      owner.has('MediaBox') ||
      owner.all('Contents').some((one) => one instanceof Ref || Array.isArray(one)) ||
      (number !== undefined && this.#pages.has(number))
    const isField = owner.has('FT') || owner.has('T') || owner.has('Parent') || owner.is('Subtype', 'Widget')
    return isPage || !isField
  }

  /** Follows an action that starts by itself, and those after it. A place in the document is no action. */
  #requireHarmless(value: Value, depth: number): void {
    if (depth > maxDepth) throw new Refused('file_too_complex')
    if (value instanceof Ref) {
      if (this.#judged.has(value.number)) return
      this.#judged.add(value.number)
      for (const one of this.#objects.definitions(value.number)) this.#requireHarmless(one, depth + 1)
    }
    if (!(value instanceof Dictionary)) return
    const actions = value.all('S')
    const isHarmless = actions.every((one) => one instanceof Name && harmless.includes(one.text))
    if (!isHarmless || isScript(value)) throw new Refused('file_acts_by_itself')
    for (const next of value.all('Next').flatMap((one) => this.#objects.resolve(one)))
      for (const one of Array.isArray(next) ? next : [next]) this.#requireHarmless(one, depth + 1)
  }
}

const isScript = (value: Dictionary): boolean => value.is('S', 'JavaScript') || value.has('JS')
