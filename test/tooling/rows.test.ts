import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import ts from 'typescript'
import { answers } from '../support/row-recorder.ts'
import { useServer } from '../support/server.ts'
import { checkRows, rowProblems, rowsIn, type DeclaredRows } from '../support/row-types.ts'

const { builtins } = pg.types

describe('the rows that queries declare', () => {
  const server = useServer()

  /** What a file with this text declares, by the place of each query. */
  async function declaredIn(text: string): Promise<DeclaredRows> {
    const dir = await mkdtemp(join(tmpdir(), 'rows-'))
    try {
      const file = join(dir, 'queries.ts')
      await writeFile(file, text)
      return rowsIn(ts.createProgram([file], { strict: true, target: ts.ScriptTarget.ESNext }), dir)
    } finally {
      await rm(dir, { recursive: true })
    }
  }

  it('are read with their place, the kinds of their values, and what may be null or missing', async () => {
    const declared = await declaredIn(`
declare const db: { query: <Row>(text: string) => Promise<Row[]> }
type Unit = { id: string; parent: string | null; people?: number; tags: string[]; at: Date; role: 'a' | 'b'; detail: object }
export const units = () => db.query<Unit & { open: boolean }>('select')
export const any = <T>() => db.query<T & { id: string }>('select')
`)
    expect([...declared.keys()]).to.deep.equal(['queries.ts:4:31'])
    const [row] = declared.values()
    expect(
      [...row!].map(([name, { kinds, isNullable, isOptional }]) => [name, ...kinds, isNullable, isOptional]),
    ).to.deep.equal([
      ['id', 'string', false, false],
      ['parent', 'string', true, false],
      ['people', 'number', false, true],
      ['tags', 'array', false, false],
      ['at', 'Date', false, false],
      ['role', 'string', false, false],
      ['detail', 'object', false, false],
      ['open', 'boolean', false, false],
    ])
  })

  it('are compared with what the database has answered', async () => {
    const text = `select 'x' as id, null::text as name, 3 as number, '{a}'::text[] as tags, 1 as more`
    await server.db.query(text)
    const declared = await declaredIn(`
declare const db: { query: <Row>(text: string) => Promise<Row[]> }
export const wrong = () => db.query<{ id: string; name: string; number: string; tags: string[]; lost: string }>('…')
`)
    const [site] = declared.keys()
    expect(() =>
      checkRows(declared, new Map([[text, site!]]), new Map([[text, answers.get(text)!]])),
    ).to.throw(
      [
        'lost is declared, and not selected',
        'name is declared as never null, and was null',
        'number is declared as string, and comes as number',
        'more is selected, and not declared',
      ]
        .map((problem) => `${site}: ${problem}`)
        .join('\n'),
    )
  })

  it('may leave out what some statements do not select, and say nothing of JSON', () => {
    const one = (kind: string, isOptional = false) => ({
      kinds: new Set([kind]),
      isNullable: false,
      isOptional,
    })
    const declared = new Map([
      ['detail', one('object')],
      ['people', one('number', true)],
    ])
    expect(rowProblems(declared, [{ name: 'detail', type: builtins.JSONB, sawNull: false }])).to.deep.equal(
      [],
    )
  })
})
