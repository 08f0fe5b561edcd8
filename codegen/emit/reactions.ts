import type { Contract } from '../model.ts'
import { header } from './registry.ts'

/** The module of all reactions, which the writer of events calls. */
export function reactionsModule({ reactions }: Contract): string {
  const imports = reactions.map((name) => `import { reactions as ${name} } from '../reactions/${name}.ts'\n`)
  return `${header.replace('openapi/', 'src/reactions/')}import type { Reaction } from '../reactions/reaction.ts'
${imports.join('')}
export const reactions: readonly Reaction[] = [
${reactions.map((name) => `  ...${name},`).join('\n')}
]
`
}
