/** Runs in codegen and in the browser, so it imports nothing. */

export type Value = null | boolean | number | string | Value[] | { [key: string]: Value }

/** One call of the service, as samples show it. */
export interface Call {
  /** `/v1/org/units.create` */
  path: string
  body: Value
  /** The credential that the call is sent with. `none` is for signing in and out. */
  credential: 'key' | 'session' | 'none'
}

export const languages = { curl: 'cURL', typescript: 'TypeScript', python: 'Python' } as const
export type Language = keyof typeof languages

/**
 * The call as a program that can be run as it is. Keys are never part of it: it reads the environment variable
 * `ROLLCALL_KEY`.
 *
 * @param baseUrl where the service is, without a slash at the end
 */
export function sample(language: Language, call: Call, baseUrl: string): string {
  return writers[language](call, baseUrl)
}

const writers: Record<Language, (call: Call, baseUrl: string) => string> = {
  curl: curlSample,
  typescript: typescriptSample,
  python: pythonSample,
}

function curlSample({ path, body, credential }: Call, baseUrl: string): string {
  const credentials = {
    key: [`-H "Authorization: Bearer $ROLLCALL_KEY"`],
    session: [`-b cookies.txt`, `-H 'Origin: ${baseUrl}'`],
    none: [`-b cookies.txt -c cookies.txt`, `-H 'Origin: ${baseUrl}'`],
  }
  const json = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)
  const short = JSON.stringify(body).length < 60 && !json.includes(String.raw`'\''`)
  const data = short ? spaced(body) : json.replaceAll('\n', '\n  ')
  const lines = [
    `curl '${baseUrl}${path}'`,
    ...credentials[credential],
    `-H 'Content-Type: application/json'`,
    `-d '${data}'`,
  ]
  return `${credential === 'session' ? '# cookies.txt is from /auth/sign_in: a key may not do this.\n' : ''}${lines.join(' \\\n  ')}`
}

/** JSON on one line, with spaces as people write them. */
function spaced(value: Value): string {
  return JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/^([{[]) /, '$1')
    .replace(/ ([}\]])$/, '$1')
}

function typescriptSample({ path, body, credential }: Call, baseUrl: string): string {
  if (credential === 'none') return fetchSample(path, body, baseUrl)
  const key = credential === 'key' ? ', key: process.env.ROLLCALL_KEY' : ''
  const place =
    credential === 'key'
      ? ''
      : `// In a page of this service: its browser keeps the cookie and sends it by itself.\n`
  const action = path.replace('/v1/', '').replaceAll('/', '.')
  const argument = isEmpty(body) ? '' : typescript(body, '')
  return `import { createClient } from '@rollcall/client'

${place}const client = createClient({ baseUrl: '${baseUrl}'${key} })
const data = await client.${action}(${argument})
console.log(data)`
}

/** Signing in and out is for browsers, so the client does not have it. */
function fetchSample(path: string, body: Value, baseUrl: string): string {
  return `// In a page of this service: its browser keeps the cookie and sends it by itself.
const response = await fetch('${baseUrl}${path}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${typescript(body, '  ')}),
})
console.log(await response.json())
export {}`
}

function pythonSample({ path, body, credential }: Call, baseUrl: string): string {
  const json = isEmpty(body) ? '{}' : python(body, '    ')
  if (credential === 'key')
    return `import os
import requests

response = requests.post(
    "${baseUrl}${path}",
    headers={"Authorization": f"Bearer {os.environ['ROLLCALL_KEY']}"},
    json=${json},
    timeout=15,
)
print(response.json())`
  const comment =
    credential === 'session' ? '# It has signed in with /auth/sign_in: a key may not do this.\n' : ''
  return `import requests

${comment}session = requests.Session()
session.headers["Origin"] = "${baseUrl}"
response = session.post(
    "${baseUrl}${path}",
    json=${json},
    timeout=15,
)
print(response.json())`
}

function isEmpty(value: Value): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function typescript(value: Value, indent: string): string {
  const word = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key))
  return literal(value, indent, {
    scalar: (one) => (typeof one === 'string' ? quoted(one) : String(one)),
    word,
    step: 2,
  })
}

function python(value: Value, indent: string): string {
  const names = new Map<Value, string>([
    [null, 'None'],
    [true, 'True'],
    [false, 'False'],
  ])
  const scalar = (one: Value) => names.get(one) ?? JSON.stringify(one)
  return literal(value, indent, { scalar, word: JSON.stringify, step: 4 })
}

interface Notation {
  scalar: (value: Value) => string
  word: (key: string) => string
  step: number
}

/** Objects and lists as TypeScript and Python write them: on one line if they are short. */
function literal(value: Value, indent: string, notation: Notation): string {
  if (typeof value !== 'object' || value === null) return notation.scalar(value)
  const deeper = indent + ' '.repeat(notation.step)
  const list = Array.isArray(value)
  const [open, close] = list ? '[]' : '{}'
  const items = list
    ? value.map((item) => literal(item, deeper, notation))
    : Object.entries(value).map(([key, item]) => `${notation.word(key)}: ${literal(item, deeper, notation)}`)
  if (items.length === 0) return `${open}${close}`
  const padding = list || notation.step === 4 ? '' : ' '
  const line = `${open}${padding}${items.join(', ')}${padding}${close}`
  const flat = !items.some((item) => item.includes('\n'))
  if (flat && line.length + indent.length < 70) return line
  return `${open}\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}${close}`
}

function quoted(text: string): string {
  const json = JSON.stringify(text).slice(1, -1)
  return text.includes("'") && !text.includes('"')
    ? `"${json}"`
    : `'${json.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
