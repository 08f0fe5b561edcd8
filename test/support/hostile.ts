/** Bodies and queries that are made to keep the server busy. Each is the largest that its way in takes. */

const bodyBytes = 2 * 1024 * 1024
/** Enough to block the process for two seconds when nobody looks at it before NFC; 2 MiB would take minutes. */
const markBytes = 200_000

const fill = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
const numbered = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => one(index)).join()

/** Combining marks of two kinds in turn, which Unicode's normal forms sort. */
export const marks = (bytes: number) => fill('\u0301\u0323', bytes)

/** JSON text by what is hostile about it. `field` is a property that takes a text. */
export function hostileInputs(field: string, bytes = bodyBytes - 300): Record<string, string> {
  const text = (json: string) => `{"${field}":"${json}"}`
  const list = (item: string) => `{"${field}":[${fill(`${item},`, bytes - 40)}0]}`
  return {
    'combining marks': text(`a${marks(Math.min(bytes - 40, markBytes))}`),
    'combining marks, escaped': text(`a${fill('\\u0301\\u0323', Math.min(bytes - 40, 3 * markBytes))}`),
    'combining marks in a name of a property': `{"a${marks(Math.min(bytes - 40, markBytes))}":1}`,
    'combining marks in many texts': `{"${field}":[${numbered(Math.floor(bytes / 2010), () => `"a${marks(2000)}"`)}]}`,
    'open lists': '['.repeat(bytes),
    'open lists in a property': `{"${field}":${'['.repeat(bytes - 40)}`,
    'lists in one another': '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
    'objects in one another': fill('{"a":', bytes),
    'names of properties': `{${numbered(Math.floor(bytes / 13), (index) => `"${index}k":1`)}}`,
    zeros: list('0'),
    'empty objects': list('{}'),
    'empty texts': list('""'),
    'one number': `{"${field}":${'9'.repeat(bytes - 40)}}`,
    'line breaks': text(fill('\\r\\n', bytes - 40)),
    'escaped quotes': text(fill('\\"', bytes - 40)),
    spaces: text(' '.repeat(bytes - 40)),
    'one name of a property': `{"${'k'.repeat(bytes - 40)}":1}`,
    'long names of properties': `{${numbered(20, (index) => `"${index}${'k'.repeat(Math.floor(bytes / 21))}":{"a":"\\u0000"}`)}}`,
    'broken Unicode': text(fill('\\ud800', bytes - 40)),
  }
}

/** A call of a tool with this JSON text as arguments. */
export function toolCall(name: string, args: string, id = 1): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`
}

/** Query strings of a call that takes the text `field` and the object or list `json`. Node takes 16 KB of headers at most. */
export function hostileQueries(field: string, json: string): Record<string, string> {
  return {
    'combining marks': `${field}=a${'%CC%81%CC%A3'.repeat(1200)}`,
    'open lists': `${json}=${'['.repeat(15_000)}`,
    zeros: `${json}=[${'0,'.repeat(7000)}0]`,
    'unknown parameters': numbered(3000, (index) => `a${index.toString(36)}`).replaceAll(',', '&'),
    'one parameter many times': 'a&'.repeat(7000),
    'a parameter with a long name': 'a'.repeat(15_000),
  }
}
