import { loadModule, parseSync } from 'libpg-query'
import type pg from 'pg'

/**
 * Checks the rules for migrations that must also run on tables which are sharded already (migrations/README.md). Citus
 * refuses what breaks them, but the subscript: with that, its coordinator breaks off.
 */

/** A part of PostgreSQL's parse tree. */
type Node = Record<string, any>

await loadModule()

/** Commands that Citus passes on to the shards, of `alter table`. */
const passedOn = new Set(
  `AT_AddColumn AT_DropColumn AT_SetNotNull AT_DropNotNull AT_ColumnDefault AT_AddConstraint AT_DropConstraint
   AT_ValidateConstraint AT_SetRelOptions AT_ResetRelOptions AT_EnableRowSecurity AT_DisableRowSecurity
   AT_ForceRowSecurity AT_NoForceRowSecurity AT_AlterColumnType`.split(/\s+/),
)
/** Constraints that a column may have as it is added. */
const ofColumn = new Set(['CONSTR_NULL', 'CONSTR_NOTNULL', 'CONSTR_DEFAULT', 'CONSTR_GENERATED'])

/**
 * Functions whose answer depends on settings, though mostly on none that somebody changes. PostgreSQL calls them stable.
 */
export const dependingFunctions: ReadonlySet<string> = new Set(
  `array_to_json array_to_string concat concat_ws convert convert_from convert_to format json_build_array json_build_object
   jsonb_build_array jsonb_build_object row_to_json to_char to_date to_json to_jsonb to_number`.split(/\s+/),
)

const changes = ['InsertStmt', 'UpdateStmt', 'DeleteStmt']

/** The names of the functions of a database that are not immutable, whatever their arguments are. */
export async function changingFunctions(db: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ name: string }>(
    `select proname as name from pg_proc group by proname having bool_and(provolatile <> 'i')`,
  )
  return new Set(rows.map(({ name }) => name))
}

/**
 * What a cluster refuses of a message that a migration sends, in words.
 *
 * @param changing the functions that are not immutable, by name
 */
export function clusterProblems(message: string, changing: ReadonlySet<string>): string[] {
  const statements = (parseSync(message).stmts ?? []).map(({ stmt }) => stmt as Node)
  return [
    ...(statements.length > 1 ? [`has ${statements.length} statements: send each by itself`] : []),
    ...new Set(statements.flatMap((statement) => problemsOf(statement, changing))),
  ]
}

/**
 * The references to a table of the same migration that it gives to an older one, in words.
 *
 * @param messages all that the migration sends
 */
export function tooEarlyReferences(messages: readonly string[]): string[] {
  const made = new Set<string>()
  return messages.flatMap((message) =>
    (parseSync(message).stmts ?? []).flatMap(({ stmt }) => {
      const { CreateStmt: created, AlterTableStmt: changed } = stmt as Node
      if (created) made.add(created.relation.relname as string)
      if (!changed || made.has(changed.relation.relname as string)) return []
      return partsNamed('Constraint', changed['cmds'])
        .map(({ pktable }) => pktable?.relname as string | undefined)
        .filter((name) => name !== undefined && made.has(name))
        .map(
          (name) =>
            `lets ${changed.relation.relname} refer to ${name}, which is new: do it in the next migration`,
        )
    }),
  )
}

function problemsOf(statement: Node, changing: ReadonlySet<string>): string[] {
  const [[kind, body] = []] = Object.entries(statement) as [string, Node][]
  const check = kind === undefined ? undefined : checks[kind]
  return [...(check?.(body!) ?? []), ...ofChanges(statement, changing)]
}

/**
 * What shards refuse of the changes of rows in a statement, in words. These rules are for the service, too.
 *
 * @param tables the tables that are sharded; left out: all
 */
export function changeProblems(
  sql: string,
  changing: ReadonlySet<string>,
  tables?: ReadonlySet<string>,
): string[] {
  return (parseSync(sql).stmts ?? []).flatMap(({ stmt }) => ofChanges(stmt as Node, changing, tables))
}

/**
 * A statement whose with-clause changes rows asks no value alone, as `$2 <> 'pending'`: where that is false, a cluster sees
 * that nothing is to be found, and leaves all of the statement out, without an error.
 */
function ofValuesAlone(statement: Node): string[] {
  const [[, body] = []] = Object.entries(statement) as [string, Node][]
  if (!changes.some((kind) => partsNamed(kind, body?.['withClause']).length > 0)) return []
  const parts = [body!, ...partsNamed('UpdateStmt', statement), ...partsNamed('DeleteStmt', statement)]
  const isAlone = (one: Node) => ['ColumnRef', 'SubLink'].every((kind) => partsNamed(kind, one).length === 0)
  return parts.some(({ whereClause }) => conjuncts(whereClause as Node | undefined).some(isAlone))
    ? ['asks a value alone, and changes rows in its with-clause: compare the value with a column']
    : []
}

function ofChanges(tree: Node, changing: ReadonlySet<string>, tables?: ReadonlySet<string>): string[] {
  const isSharded = ({ relation }: Node) => tables === undefined || tables.has(relation.relname as string)
  return [
    ...partsNamed('UpdateStmt', tree)
      .filter(isSharded)
      .flatMap((update) => [...ofSubscripts(update), ...ofTimes(update, changing)]),
    ...partsNamed('InsertStmt', tree)
      .filter(isSharded)
      .flatMap(({ onConflictClause }) => ofTimes(onConflictClause as Node | undefined, changing)),
    ...changes
      .flatMap((kind) => partsNamed(kind, tree))
      .filter(isSharded)
      .flatMap((change) => ofSettings(change, changing)),
    ...ofValuesAlone(tree),
  ]
}

const checks: Record<string, (body: Node) => string[]> = {
  AlterTableStmt: ({ cmds }) => {
    const commands = (cmds as Node[]).map((command) => command['AlterTableCmd'] as Node)
    return commands.flatMap(({ subtype, def }) => [
      ...(passedOn.has(subtype) ? [] : [`has ${subtype}, which a cluster does not pass on to the shards`]),
      ...(subtype === 'AT_AddColumn' ? ofNewColumn(def['ColumnDef']) : []),
      ...(subtype === 'AT_AddConstraint' ? ofNewConstraint(def['Constraint'], commands.length) : []),
    ])
  },
  RenameStmt: ({ renameType }) =>
    renameType === 'OBJECT_TABCONSTRAINT' ? ['renames a constraint: drop it, and add another one'] : [],
  DropStmt: ({ objects }) => (objects.length > 1 ? ['drops several objects: drop each by itself'] : []),
  VariableSetStmt: ({ name }) =>
    ['role', 'session_authorization'].includes(name)
      ? ['changes the role: a transaction that has written as one role reads nothing as another']
      : [],
  MergeStmt: () => ['merges: use insert … on conflict'],
  DoStmt: () => ['is a do block, in which nothing is checked: send its statements'],
}

function ofNewColumn({ colname, typeName, constraints = [] }: Node): string[] {
  const kinds = (constraints as Node[]).map(({ Constraint }) => Constraint.contype as string)
  const isCounter =
    kinds.includes('CONSTR_IDENTITY') || /serial/.test(typeName.names.at(-1).String.sval as string)
  return [
    ...(isCounter ? [`lets the database number ${colname}`] : []),
    ...(kinds.some((kind) => !ofColumn.has(kind) && kind !== 'CONSTR_IDENTITY')
      ? [`adds ${colname} with a constraint: add that by a statement of its own, with a name`]
      : []),
  ]
}

function ofNewConstraint({ conname }: Node, commands: number): string[] {
  return [
    ...(conname === undefined ? ['adds a constraint without a name'] : []),
    ...(commands > 1 ? ['adds a constraint beside something else: add it by a statement of its own'] : []),
  ]
}

function ofSubscripts(update: Node): string[] {
  const isIn = partsNamed('A_Indices', update['targetList']).length > 0
  return isIn ? ['has a subscript in update … set, which ends the coordinator'] : []
}

/** Functions whose answer changes: whoever changes rows gives the values. On a shard, a function of the time may not stand beside a column. */
function ofTimes(change: Node | undefined, changing: ReadonlySet<string>): string[] {
  const named = partsNamed('FuncCall', change)
    .map(({ funcname }) => funcname.at(-1).String.sval as string)
    .filter((name) => changing.has(name))
  const now = partsNamed('SQLValueFunction', change).map(() => 'the time')
  const intervals = partsNamed('A_Expr', change)
    .filter(({ name }) => ['+', '-'].includes(name[0].String.sval))
    .filter(({ lexpr, rexpr }) => [lexpr, rexpr].some(isInterval))
    .map(() => 'a sum with an interval')
  return [...named.map((name) => `${name}()`), ...now, ...intervals].map(
    (what) => `changes rows by ${what}: give it the value`,
  )
}

/**
 * Functions that depend on settings, which `changing` does not name anyway. A shard takes them of values that are given; not of
 * columns, in a choice between values, after `on conflict`, or in what is returned.
 */
function ofSettings(change: Node, changing: ReadonlySet<string>): string[] {
  const { onConflictClause, returningList, returningClause, selectStmt, withClause, ...rest } = change
  const calls = (tree: unknown) => partsNamed('FuncCall', tree, 'SubLink')
  const choices = ['CoalesceExpr', 'CaseExpr'].flatMap((kind) => partsNamed(kind, rest, 'SubLink'))
  const refused = [
    ...calls(rest).filter((call) => partsNamed('ColumnRef', call).length > 0),
    ...calls([choices, onConflictClause, returningList, returningClause]),
  ]
  const names = new Set(refused.map(({ funcname }) => funcname.at(-1).String.sval as string))
  return [...names]
    .filter((name) => dependingFunctions.has(name) && !changing.has(name))
    .map((name) => `changes rows by ${name}() of what is there: give it the value`)
}

/** The conditions that `and` joins. */
export function conjuncts(condition: Node | undefined): Node[] {
  const { boolop, args } = condition?.['BoolExpr'] ?? {}
  if (boolop === 'AND_EXPR') return args.flatMap(conjuncts)
  return condition ? [condition] : []
}

const isInterval = (value: Node | undefined): boolean =>
  value?.['TypeCast']?.typeName.names.at(-1).String.sval === 'interval'

/**
 * All parts of a tree with this name.
 *
 * @param closed parts with this name are not looked into
 */
function partsNamed(name: string, tree: unknown, closed?: string): Node[] {
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === name ? [value as Node] : []),
    ...(key === closed ? [] : partsNamed(name, value, closed)),
  ])
}
