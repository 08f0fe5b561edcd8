import { problemAt } from './check-schemas.ts'
import { at, type Contract, type JsonObject } from './model.ts'
import type { Problem } from './problems.ts'

/** Client generators copy the description of the document into every file that they write. */
const maxDescription = 1500

/**
 * The description of the document is short. What it would tell is the guide: tags with `x-traitTag`, each a subject with
 * a text and without operations.
 */
export function checkGuide(contract: Contract): Problem[] {
  const { base, sources, protocol } = contract
  const problems: Problem[] = []
  const description = String(at(base.value, 'info', 'description') ?? '').trim()
  if (description.length > maxDescription)
    problems.push(
      problemAt(
        base,
        ['info', 'description'],
        `the description of the document has ${description.length} characters, and at most ${maxDescription}: the rest goes to a tag with x-traitTag`,
      ),
    )
  const operations = [...sources, ...protocol.values()].flatMap((file) => Object.values(file.value))
  const used = new Set(operations.flatMap((operation) => at(operation, 'tags') ?? []))
  const tags = (base.value['tags'] ?? []) as JsonObject[]
  for (const [index, { name, description: text, 'x-traitTag': isSubject }] of tags.entries()) {
    if (typeof text !== 'string' || text.trim() === '')
      problems.push(problemAt(base, ['tags', index], `the tag ${String(name)} has no description`))
    if (isSubject === true && used.has(name as string))
      problems.push(
        problemAt(
          base,
          ['tags', index, 'name'],
          `${String(name)} is a subject of the guide: no operation has it`,
        ),
      )
  }
  return problems
}
