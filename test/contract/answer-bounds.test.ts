import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { enterFor, mayCall } from '../support/access.ts'
import { document, type ActionEntry } from '../support/contract.ts'
import type { Scene } from '../support/ids.ts'
import { howToFix, makeInput, matchesPattern, put, type Input } from '../support/inputs.ts'
import { fieldsOf, inputSchema, pathText, type Field, type Schema } from '../support/schemas.ts'
import { useServer } from '../support/server.ts'
import { allActions, reads, sweep, writes } from '../support/sweep.ts'

describe('the limits of answers', () => {
  const server = useServer()

  it('are there for each text and list, or say why not', () => {
    const missing = allActions.flatMap((action) =>
      fieldsOf(answerOf(action)).flatMap(({ path, schema, types }) =>
        isLimited(schema, types) ? [] : [`${action.id} ${pathText(path)}`],
      ),
    )
    expect(missing).to.deep.equal([])
  })

  it('have room for what inputs take', () => {
    const narrow = writes.flatMap((action) => {
      const answers = new Map(fieldsOf(answerOf(action)).map(({ path, schema }) => [pathText(path), schema]))
      return textsOf(inputSchema(action)).flatMap(({ path, schema }) =>
        ['data', 'data.person']
          .map((start) => `${start}.${pathText(path)}`)
          .filter((place) => limit(answers.get(place) ?? {}) < limit(schema))
          .map((place) => `${action.id} ${place}`),
      )
    })
    expect(narrow).to.deep.equal([])
  })

  it('hold for the longest texts that inputs take', async () => {
    // Reading costs most, so several writes share a company. It has not many of them, because lists answer what is newest.
    const companies = Math.ceil(writes.length / 8)
    const shares = Array.from({ length: companies }, (_, share) =>
      writes.filter((_one, index) => index % companies === share),
    )
    await sweep(
      server,
      shares,
      (share) => share.map(({ id }) => id).join(', '),
      async (share) => {
        const company = await server.company()
        for (const action of share) {
          await writeLongest(await enterFor(server, company, action, 'web'), action)
          // What one write needs must not make another one wait for an approval.
          await server.db.query(
            `update organizations set approve_job_change = default, approve_termination = default, approve_pay_change = default
              where org_id = $1`,
            [company.id],
          )
        }
        // The owner is no person: what is for people alone answers nothing.
        const owner = await company.as('owner', 'web')
        const column = { role: 'owner', kind: 'web', person: false } as const
        for (const read of reads.filter((one) => mayCall(one, column) && !inputSchema(one).required)) {
          const { status, text } = await owner.post(read.path, {})
          expect(status, text).to.equal(200)
        }
      },
    )
  })

  /** Calls an action with the longest texts. The client holds its answer to the document. */
  async function writeLongest(scene: Scene, action: ActionEntry): Promise<void> {
    // Texts of the same length are the same, because some refer to others. No other call has sent them, because some
    // must be unique.
    const tail = randomUUID()
    let input: unknown = await makeInput(scene, action)
    for (const { path, schema } of textsOf(inputSchema(action)))
      if (!namesAnother(action, path) && (path.length === 1 || isIn(input, path)))
        input = await put(scene, inputSchema(action), input, path, longestText(path, schema, tail))
    const answer = await scene.client.post(action.path, input as Input)
    if (answer.status !== 200) throw new Error(howToFix(action, answer))
  }

  function answerOf(action: ActionEntry): Schema {
    const { content } = document.paths[action.path]!.post!.responses['200'] as {
      content: { 'application/json': { schema: Schema } }
    }
    return content['application/json'].schema
  }

  /** The free texts of an input. No answer repeats a secret, and some secrets must be those that are stored. */
  function textsOf(schema: Schema): Field[] {
    return fieldsOf(schema).filter(({ schema: { maxLength, format, ...one }, types }) => {
      const isFree =
        one.enum === undefined && one['x-id'] === undefined && format === undefined && !one['x-redact']
      return types.has('string') && isFree && maxLength !== undefined && matchesPattern(one, 'W')
    })
  }

  /** A text that says which field or category is meant must be the one that is there, and one with an image is an image. */
  const namesAnother = ({ id }: ActionEntry, [name]: readonly string[]): boolean =>
    name === 'field_key' ||
    name === 'image_base64' ||
    (name === 'category' && id.startsWith('documents_categories_'))

  /** An address begins as addresses do, and of types of events there are only those that there are. */
  function longestText(path: readonly string[], { maxLength = 0 }: Schema, tail: string): string {
    if (path[0] === 'event_types') return 'person.hired'
    if (path.at(-1) === 'url') return `https://hooks.example.com/${tail}`.padEnd(maxLength, 'W')
    return tail.padStart(maxLength, 'W').slice(-maxLength)
  }

  /** Whether the input has something at the path. Of a list, that is its first entry. */
  function isIn(input: unknown, path: string[]): boolean {
    const found = path.reduce<unknown>((here, step) => (here as any)?.[step === '*' ? 0 : step], input)
    return found !== undefined && found !== null
  }
})

/** Days, moments and choices have limits of their own; ids have the one of the general description. */
function isLimited(schema: Schema, types: Set<string>): boolean {
  const { enum: values, const: constant, format, 'x-id': id, 'x-unbounded': reason } = schema
  if (reason !== undefined || (values ?? constant ?? id) !== undefined) return true
  const isText = types.has('string') && !/^date/.test(format ?? '')
  return (!isText || schema.maxLength !== undefined) && (!types.has('array') || schema.maxItems !== undefined)
}

function limit({ maxLength = Infinity }: Schema): number {
  return maxLength
}
