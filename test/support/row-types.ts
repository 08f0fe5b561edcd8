import { join, relative } from 'node:path'
import pg from 'pg'
import ts from 'typescript'
import type { Answered, Answers } from './row-recorder.ts'

/** The values that a property of a declared row may have: `string`, `number`, `Date`, `array`, `object`, …; or `any`. */
export interface Declared {
  kinds: ReadonlySet<string>
  isNullable: boolean
  isOptional: boolean
}

/** Place of a query in src/ (`src/queries/org/pay.ts:45:12`) → the columns of the row that it declares. */
export type DeclaredRows = ReadonlyMap<string, ReadonlyMap<string, Declared>>

const root = join(import.meta.dirname, '../..')

/** The methods whose type argument is a row. */
const asking = new Set(['query', 'run', 'runInBatches'])

/** The rows that the queries of src/ declare, as the compiler understands them. Rows of a type parameter are left out. */
export function declaredRows(): DeclaredRows {
  const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic({ messageText }) {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  })!
  const ours = fileNames.filter((file) => file.startsWith(join(root, 'src/')))
  return rowsIn(ts.createProgram(ours, options), root)
}

/** The rows that the queries of a program declare. */
export function rowsIn(program: ts.Program, below: string): DeclaredRows {
  const checker = program.getTypeChecker()
  const rows = new Map<string, ReadonlyMap<string, Declared>>()
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || !source.fileName.startsWith(below)) continue
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const { name } = node.expression
        const [row] = node.typeArguments ?? []
        if (row && asking.has(name.text)) {
          const columns = columnsOf(checker.getTypeFromTypeNode(row), checker)
          const { line, character } = source.getLineAndCharacterOfPosition(name.getStart(source))
          if (columns) rows.set(`${relative(below, source.fileName)}:${line + 1}:${character + 1}`, columns)
        }
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return rows
}

/** undefined for a row whose columns nobody knows yet: a type parameter, or `any`. */
function columnsOf(row: ts.Type, checker: ts.TypeChecker): ReadonlyMap<string, Declared> | undefined {
  if (row.flags & (ts.TypeFlags.TypeParameter | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return undefined
  if (row.getStringIndexType()) return undefined
  if (row.isIntersection() && row.types.some(({ flags }) => flags & ts.TypeFlags.TypeParameter))
    return undefined
  const columns = new Map<string, Declared>()
  // Of a union, each member has its columns.
  for (const member of row.isUnion() ? row.types : [row])
    for (const property of checker.getPropertiesOfType(member)) {
      const one = kindsOf(checker.getTypeOfSymbol(property), checker)
      const before = columns.get(property.name)
      columns.set(property.name, {
        kinds: new Set([...(before?.kinds ?? []), ...one.kinds]),
        isNullable: one.isNullable || (before?.isNullable ?? false),
        isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0 || (before?.isOptional ?? false),
      })
    }
  return columns
}

function kindsOf(type: ts.Type, checker: ts.TypeChecker): Pick<Declared, 'kinds' | 'isNullable'> {
  const members = type.isUnion() ? type.types : [type]
  const isNull = ({ flags }: ts.Type) => (flags & ts.TypeFlags.Null) !== 0
  const kinds = members
    .filter((one) => !isNull(one) && (one.flags & ts.TypeFlags.Undefined) === 0)
    .map((one) => kindOf(one, checker))
  return { kinds: new Set(kinds), isNullable: members.some(isNull) || kinds.includes('any') }
}

function kindOf(type: ts.Type, checker: ts.TypeChecker): string {
  const { flags } = type
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return 'any'
  if (flags & ts.TypeFlags.StringLike) return 'string'
  if (flags & ts.TypeFlags.NumberLike) return 'number'
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (checker.isArrayType(type) || checker.isTupleType(type)) return 'array'
  const name = type.getSymbol()?.name
  if (name === 'Date' || name === 'Buffer') return name
  // A string that only one place may make: `string & {…}`.
  if (type.isIntersection()) return kindOf(type.types[0]!, checker)
  return 'object'
}

const { builtins } = pg.types

/** What the service makes of a type of the database (`src/db/types.ts`). Every other type comes as text. */
const kindOfType = new Map<number, string>([
  [builtins.BOOL, 'boolean'],
  ...[builtins.INT2, builtins.INT4, builtins.INT8, builtins.FLOAT4, builtins.FLOAT8, builtins.NUMERIC].map(
    (oid): [number, string] => [oid, 'number'],
  ),
  [builtins.BYTEA, 'Buffer'],
  [builtins.TIMESTAMP, 'Date'],
  [builtins.JSON, 'json'],
  [builtins.JSONB, 'json'],
])

/** The arrays of `pg_type` that the service asks for: of boolean, integers, text, uuid, dates, instants and JSON. */
const arrays = new Set([1000, 1005, 1007, 1009, 1016, 1115, 1182, 1185, 1231, 2951, 199, 3807])

/** What is wrong between the row that a query declares and what the database answers; empty if nothing is. */
export function rowProblems(
  declared: ReadonlyMap<string, Declared>,
  answered: readonly Answered[],
): string[] {
  const names = new Set(answered.map(({ name }) => name))
  const missing = [...declared].filter(([name, { isOptional }]) => !names.has(name) && !isOptional)
  return [
    ...missing.map(([name]) => `${name} is declared, and not selected`),
    ...answered.flatMap(({ name, type, sawNull }) => {
      const column = declared.get(name)
      if (!column) return [`${name} is selected, and not declared`]
      const kind = arrays.has(type) ? 'array' : (kindOfType.get(type) ?? 'string')
      const fits = kind === 'json' || column.kinds.has('any') || column.kinds.has(kind)
      return [
        ...(fits || column.kinds.size === 0
          ? []
          : [`${name} is declared as ${[...column.kinds].join(' | ')}, and comes as ${kind}`]),
        ...(sawNull && !column.isNullable ? [`${name} is declared as never null, and was null`] : []),
      ]
    }),
  ]
}

/**
 * Compares the rows that the queries of src/ declare with those that tests have seen.
 *
 * @param sites statement → where in src/ it was asked
 * @throws Error with every query that declares something else
 */
export function checkRows(
  declared: DeclaredRows,
  sites: ReadonlyMap<string, string | null>,
  answers: Answers,
): void {
  const problems = [...answers].flatMap(([text, columns]) => {
    const site = sites.get(text)
    const row = site && declared.get(site)
    if (!row) return []
    return rowProblems(row, columns).map((problem) => `${site}: ${problem}`)
  })
  if (problems.length > 0)
    throw new Error(`Rows as queries declare them, and as they are:\n${[...new Set(problems)].join('\n')}`)
}
