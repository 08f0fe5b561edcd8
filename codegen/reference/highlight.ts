/** Runs in codegen and in the browser, so it imports nothing. */

/** s: string, n: number or constant, k: keyword or option, p: name of a property, c: comment; empty for all else. */
export type Kind = 's' | 'n' | 'k' | 'p' | 'c' | ''

/**
 * Grammars of the languages that samples are written in. Only what samples use is told apart: this is no parser of
 * these languages.
 */
const grammars = {
  json: /(?<p>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<s>"(?:[^"\\]|\\.)*")|(?<n>-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b)/g,
  curl: /(?<c>^#.*$)|(?<s>'[^']*'(?:\\''[^']*')*|"(?:[^"\\]|\\.)*")|(?<k>^curl\b|(?<=\s)-[A-Za-z]\b)/gm,
  typescript:
    /(?<c>\/\/.*$)|(?<s>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<k>\b(?:import|from|const|await|if|throw|new)\b)|(?<p>\b\w+(?=:))|(?<n>\b\d[\d.]*\b|\b(?:true|false|null)\b)/gm,
  python:
    /(?<c>#.*$)|(?<p>"(?:[^"\\]|\\.)*"(?=:))|(?<s>f?"(?:[^"\\]|\\.)*")|(?<k>\b(?:import|from|print)\b)|(?<n>\b\d[\d.]*\b|\b(?:True|False|None)\b)/gm,
}

export type Grammar = keyof typeof grammars

/** The code in pieces, for colours. Together they are the code again. */
export function highlight(grammar: Grammar, code: string): [Kind, string][] {
  const pieces: [Kind, string][] = []
  let end = 0
  for (const match of code.matchAll(grammars[grammar])) {
    if (match.index > end) pieces.push(['', code.slice(end, match.index)])
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ['']
    pieces.push([kind as Kind, match[0]])
    end = match.index + match[0].length
  }
  if (end < code.length) pieces.push(['', code.slice(end)])
  return pieces
}
