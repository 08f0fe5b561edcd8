import { lineOf, type Break } from './breaks.ts'

/** The text of the list when nothing is accepted. */
export const emptyList = `# Breaks of the released contract that are accepted on purpose, one on each line:
#   <the line that npm run compatibility prints> # <why no client minds>
# A line that no longer fits a break fails; npm run release empties this list.
`

export interface Judgement {
  /** Breaks that are not in the list. */
  open: Break[]
  accepted: Break[]
  /** Mistakes in the list itself. */
  problems: string[]
}

/** Compares the breaks that were found with the list of accepted ones. */
export function judge(breaks: Break[], list: string): Judgement {
  const lines = list.split('\n').flatMap((text, index) => {
    const line = text.trim()
    return line === '' || line.startsWith('#') ? [] : [{ line, number: index + 1 }]
  })
  const fits = (line: string, one: Break) => line === lineOf(one) || line.startsWith(`${lineOf(one)} #`)
  const accepted = breaks.filter((one) => lines.some(({ line }) => fits(line, one)))
  const problems = lines.flatMap(({ line, number }) => {
    const known = breaks.find((one) => fits(line, one))
    if (!known) return [`line ${number} fits no break (any more): remove it. It says: ${line}`]
    const reason = line.slice(lineOf(known).length).replace(/^ #/, '').trim()
    return reason === '' ? [`line ${number} gives no reason: write it after " # ".`] : []
  })
  return { open: breaks.filter((one) => !accepted.includes(one)), accepted, problems }
}
