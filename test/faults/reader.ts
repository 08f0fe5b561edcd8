import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A program that reads the feed until it is killed. After each page it adds a line to a file: the events and the cursor after
 * them, so that it goes on where it was. That is all that a reader has to do.
 */
const [, , baseUrl, key, file] = process.argv as [string, string, string, string, string]

/** A page as it is stored. */
export interface Page {
  ids: string[]
  next: string
}

/** The pages of a file. A line that was cut off as the program died counts as not read. */
export const pagesOf = (path: string): Page[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Page)
    : []

if (import.meta.main) {
  let after = pagesOf(file).at(-1)?.next
  // Until it is killed: each round waits for the service.
  for (;;) {
    const page = await read(after).catch(() => undefined)
    if (!page) await sleep(200)
    else if (page.ids.length > 0) {
      appendFileSync(file, `${JSON.stringify(page)}\n`)
      after = page.next
    }
  }
}

async function read(cursor: string | undefined): Promise<Page> {
  const response = await fetch(`${baseUrl}/v1/webhooks/feed.list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      types: ['unit.updated'],
      limit: 500,
      wait: 5,
      ...(cursor !== undefined && { after: cursor }),
    }),
  })
  if (!response.ok) throw new Error(`${response.status}`)
  const { data } = (await response.json()) as { data: { events: { id: string }[]; next: string } }
  return { ids: data.events.map(({ id }) => id), next: data.next }
}
