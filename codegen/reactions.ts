import { exportsOf, parseFolder } from './exports.ts'
import type { Problem } from './problems.ts'

/** The files of `src/reactions` that export reactions: all but `reaction.ts`, which says what one is. */
export function loadReactions(root: string): { reactions: string[]; problems: Problem[] } {
  const reactions: string[] = []
  const problems: Problem[] = []
  for (const { path, name, tree } of parseFolder(root, 'src/reactions')) {
    if (name === 'reaction') continue
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
      problems.push({ file: path, line: 1, message: 'the name is lower-case words joined by _' })
    if (!exportsOf(tree).has('reactions'))
      problems.push({
        file: path,
        line: 1,
        message: 'export const reactions = [on(…)]: nothing else calls this',
      })
    reactions.push(name)
  }
  return { reactions, problems }
}
