import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'
import { conjuncts } from './cluster-rules.ts'

/**
 * Checks a rule for all SQL: every reference to a table of organizations is pinned, which means that the same query
 * level has the condition `alias.org_id = $1`. So a cluster can send each statement to the one node of the
 * organization, and organizations are kept apart even without row-level security. `a.org_id = b.org_id` is not enough,
 * because a cluster does not follow it through subqueries and outer joins.
 *
 * Rows that are inserted get the organization from a parameter in VALUES, or from a pinned table beside the rows: a cluster
 * copies what another query answers to the node, which row-level security forbids. And a function of ours is called by a
 * statement that reads no table of organizations: on a node nobody can ask the others.
 */

/** A part of PostgreSQL's parse tree, such as `{"RangeVar": {"relname": "units"}}`. */
type Node = Record<string, any>

export interface Reference {
  table: string
  /** The name of the table in the statement. */
  alias: string
  /** What is wrong, where it is not that the reference is not pinned. */
  fault?: string
}

/** What must be known besides the text of a statement. */
export interface Known {
  /** The tables with rows of organizations. */
  tables: ReadonlySet<string>
  /** In a function: the variables, which count as parameters. */
  variables?: ReadonlySet<string>
  /** The functions of the database that read tables of organizations. */
  functions?: ReadonlySet<string>
}

interface Reading extends Known {
  /** The common table expressions that can be used here. They hide tables with the same name. */
  hidden: ReadonlySet<string>
  /** Filled while reading. */
  unpinned: Reference[]
}

const statements = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'])

await loadModule()

/** The references to tables of organizations that are not pinned. */
export function unpinned(sql: string, known: Known): Reference[] {
  const reading: Reading = { ...known, hidden: new Set(), unpinned: [] }
  const { stmts } = parseSync(sql)
  read(stmts, reading)
  for (const statement of stmts ?? []) readCalls(statement, reading)
  return reading.unpinned
}

/** Notes the functions of ours that a statement calls which reads a table of organizations, too. */
function readCalls(statement: unknown, reading: Reading): void {
  const calls = new Set<string>()
  let table: string | undefined
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { FuncCall: call, RangeVar: range } = node as Node
    const name = call?.funcname.at(-1).String.sval as string | undefined
    if (name !== undefined && reading.functions?.has(name)) calls.add(name)
    if (range) table ??= references(range, reading)[0]?.table
    for (const one of Object.values(node)) visit(one)
  }
  visit(statement)
  if (table !== undefined)
    for (const name of calls)
      reading.unpinned.push({ table, alias: table, fault: `is read by a statement that calls ${name}()` })
}

/** The reference as it is in a statement: `units u`. */
export function describeReference({ table, alias }: Reference): string {
  return table === alias ? table : `${table} ${alias}`
}

/**
 * A reference and what is wrong with it, in words.
 *
 * @param by what `org_id` is compared with
 */
export function describeProblem(one: Reference, by: string): string {
  return `${describeReference(one)} ${one.fault ?? `lacks ${one.alias}.org_id = ${by}`}`
}

function read(node: unknown, reading: Reading): void {
  if (Array.isArray(node)) for (const one of node) read(one, reading)
  else if (typeof node === 'object' && node !== null) {
    // A table in another statement than those below: merge, truncate …
    if ('relname' in node) reading.unpinned.push(...references(node, reading))
    for (const [key, value] of Object.entries(node))
      if (statements.has(key)) readStatement(key, value as Node, reading)
      else read(value, reading)
  }
}

/** Reads one query level: its references, and which of them it pins. */
function readStatement(kind: string, statement: Node, outer: Reading): void {
  const reading = { ...outer, hidden: readWith(statement['withClause'] as Node | undefined, outer) }
  // The locking clause has no new references, only aliases.
  const { withClause, lockingClause, larg, rarg, relation, fromClause, usingClause, ...rest } = statement
  if (kind === 'InsertStmt') readInsert(statement, reading)
  else {
    const pinned = new Set<string>()
    const sources: Node[] = [...(fromClause ?? []), ...(usingClause ?? [])]
    const found = [
      ...(relation ? references(relation, reading) : []),
      ...sources.flatMap((source) => readSource(source, reading, pinned)),
    ]
    for (const alias of pinsOf(statement['whereClause'], found, reading)) pinned.add(alias)
    reading.unpinned.push(...found.filter(({ alias }) => !pinned.has(alias)))
  }
  // In the parse tree, the two sides of a union do not say that they are a SelectStmt.
  for (const side of [larg, rarg]) if (side) readStatement('SelectStmt', side as Node, reading)
  read(rest, reading)
}

/** Reads the with clause. Answers the names that can be used after it. */
function readWith(clause: Node | undefined, outer: Reading): ReadonlySet<string> {
  const hidden = new Set(outer.hidden)
  const expressions: Node[] = (clause?.['ctes'] ?? []).map((one: Node) => one['CommonTableExpr'])
  if (clause?.['recursive']) for (const { ctename } of expressions) hidden.add(ctename)
  for (const { ctename, ctequery } of expressions) {
    read(ctequery, { ...outer, hidden: new Set(hidden) })
    hidden.add(ctename)
  }
  return hidden
}

/** Reads a part of a from clause. Adds the aliases that its joins pin, and answers its references. */
function readSource(source: Node, reading: Reading, pinned: Set<string>): Reference[] {
  const { RangeVar: table, JoinExpr: join } = source
  if (table) return references(table, reading)
  if (!join) {
    read(source, reading)
    return []
  }
  const left = readSource(join.larg, reading, pinned)
  const right = readSource(join.rarg, reading, pinned)
  // The condition of an outer join does not filter the side whose rows are all kept.
  const held: Record<string, Reference[]> = {
    JOIN_INNER: [...left, ...right],
    JOIN_LEFT: right,
    JOIN_RIGHT: left,
  }
  for (const alias of pinsOf(join.quals, held[join.jointype] ?? [], reading)) pinned.add(alias)
  read(join.quals, reading)
  return [...left, ...right]
}

function readInsert({ relation, cols, selectStmt }: Node, reading: Reading): void {
  const [target] = references(relation, reading)
  if (!target) return
  const place = (cols ?? []).findIndex((column: Node) => column['ResTarget'].name === 'org_id')
  const pinned = place >= 0 && selectStmt && givesOrganization(selectStmt['SelectStmt'], place, reading)
  if (!pinned) reading.unpinned.push(target)
}

/**
 * Whether the organization of every inserted row is a parameter, in VALUES, or that of a pinned table of the query.
 */
function givesOrganization(select: Node, place: number, reading: Reading): boolean {
  const { larg, rarg, valuesLists, targetList, fromClause, whereClause } = select
  if (larg) return [larg, rarg].every((side) => givesOrganization(side, place, reading))
  if (valuesLists) return valuesLists.every(({ List }: Node) => isParameter(List.items[place], reading))
  const given = targetList?.[place]?.ResTarget.val as Node | undefined
  const sources = (fromClause ?? []) as Node[]
  const pinned = new Set<string>()
  // Reads the same sources as the query itself does, whose references are noted there.
  const found = sources.flatMap((source) => readSource(source, { ...reading, unpinned: [] }, pinned))
  for (const alias of pinsOf(whereClause as Node | undefined, found, reading)) pinned.add(alias)
  const [alias, column] = pathOf(given)
  return column === 'org_id' && pinned.has(alias!)
}

/** The reference, if it is to a table of organizations. */
function references({ schemaname, relname, alias }: Node, { tables, hidden }: Reading): Reference[] {
  const isTable = tables.has(relname) && (schemaname ? schemaname === 'public' : !hidden.has(relname))
  return isTable ? [{ table: relname, alias: alias?.aliasname ?? relname }] : []
}

/** The references that a condition pins. `org_id` without an alias pins the only reference, if there is just one. */
function pinsOf(condition: Node | undefined, among: Reference[], reading: Reading): string[] {
  const aliases = conjuncts(condition).flatMap((one) => pinOf(one, reading))
  const only = among.length === 1 ? among.map(({ alias }) => alias) : []
  return aliases.flatMap((alias) => alias ?? only).filter((pin) => among.some(({ alias }) => alias === pin))
}

/** The alias in `alias.org_id = $1`, undefined in `org_id = $1`; an empty list for any other condition. */
function pinOf(condition: Node, reading: Reading): (string | undefined)[] {
  const { kind, name, lexpr, rexpr } = condition['A_Expr'] ?? {}
  if (kind !== 'AEXPR_OP' || name[0].String.sval !== '=') return []
  const [column, value] = isParameter(rexpr, reading) ? [lexpr, rexpr] : [rexpr, lexpr]
  if (!isParameter(value, reading)) return []
  const path = pathOf(column)
  return path.at(-1) === 'org_id' ? [path.at(-2)] : []
}

function isParameter(value: Node | undefined, reading: Reading): boolean {
  if (value?.['TypeCast']) return isParameter(value['TypeCast'].arg, reading)
  const [variable, ...rest] = pathOf(value)
  return (
    value?.['ParamRef'] !== undefined ||
    (variable !== undefined && rest.length === 0 && reading.variables?.has(variable) === true)
  )
}

/** `h.org_id` → `['h', 'org_id']`; an empty list for anything that is no column. */
function pathOf(value: Node | undefined): string[] {
  return (value?.['ColumnRef']?.fields ?? []).map((field: Node) => field['String']?.sval)
}

/**
 * What is wrong with a function of the database, in words.
 *
 * @param definition as from `pg_get_functiondef`
 */
export function functionProblems(
  definition: string,
  tables: ReadonlySet<string>,
  functions: ReadonlySet<string> = new Set(),
): string[] {
  if (!/^\s*language plpgsql/im.test(definition))
    return [...tables].some((table) => new RegExp(`\\b${table}\\b`).test(definition))
      ? ['is not plpgsql: only there can the organization be found first, and then be asked for']
      : []
  const { variables, texts, isDynamic } = partsOf(parsePlPgSQLSync(definition))
  const found = texts.flatMap((text) => unpinned(text, { tables, variables, functions }))
  return [
    ...(isDynamic ? ['builds statements while it runs, which cannot be checked'] : []),
    ...found.map(({ fault, ...one }) =>
      fault
        ? `${describeReference(one)} ${fault}`
        : `refers to ${describeReference(one)} without ${one.alias}.org_id = a variable`,
    ),
  ]
}

interface Parts {
  variables: Set<string>
  texts: string[]
  isDynamic: boolean
}

function partsOf(functions: unknown): Parts {
  const parts: Parts = { variables: new Set(), texts: [], isDynamic: false }
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node as Node)) {
      // Only names with p_ or v_, because result columns are variables, too, and can have the name of a table's column.
      if (key === 'PLpgSQL_var' && /^[pv]_/.test(value.refname)) parts.variables.add(value.refname)
      if (key === 'PLpgSQL_expr') parts.texts.push(statementOf(value))
      if (/^PLpgSQL_stmt_dyn/.test(key)) parts.isDynamic = true
      visit(value)
    }
  }
  visit(functions)
  return parts
}

/**
 * The SQL of a plpgsql expression. The parser gives expressions without `select`, and assignments with their variable.
 */
function statementOf({ query, parseMode }: { query: string; parseMode: number }): string {
  if (parseMode === 0) return query
  return `select ${parseMode === 2 ? query : query.slice(query.indexOf('=') + 1)}`
}
