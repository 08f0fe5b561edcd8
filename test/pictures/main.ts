import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Demo } from '../../src/demo/demo.ts'
import { sharedChromium } from '../support/chromium.ts'
import { endings } from '../support/endings.ts'
import { Program } from '../support/process.ts'

/** `npm run pictures`: pages of the demo company as the documents show them, in `docs/pictures`. */

/** A picture is no larger than this, so that a page with some of them stays small. */
const maxBytes = 150 * 1024
const window = { width: 1200, height: 720 }
/** Somebody of the demo company who was promoted twice. */
const somebody = 'Beatriz Caldeira'

const folder = join(import.meta.dirname, '../../docs/pictures')
const data = mkdtempSync(join(tmpdir(), 'rollcall-pictures-'))
const server = new Program('src/main.ts', [], { DATA_DIR: data, PORT: '0', METRICS_PORT: '0' })
try {
  await server.says('Ctrl-C stops the server')
  await takePictures(JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as Demo)
} finally {
  for (const end of endings.toReversed()) await end()
  await server.end('SIGTERM')
  rmSync(data, { recursive: true, force: true })
}

async function takePictures({ base_url: baseURL, slug, owner }: Demo): Promise<void> {
  const browser = await sharedChromium()
  const page = await browser.newPage({ baseURL, viewport: window, locale: 'en-GB' })
  await page.goto(`/${slug}`)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/${slug}/manage`)
  const take = async (name: string) => {
    const path = join(folder, `${name}.png`)
    await page.screenshot({ path })
    const { size } = statSync(path)
    console.log(`${path}: ${Math.round(size / 1024)} kB`)
    if (size > maxBytes) throw new Error(`${path} has more than ${maxBytes} bytes`)
  }
  await page.goto(`/${slug}/manage/people`)
  await take('people')
  await page.getByRole('link', { name: somebody, exact: true }).first().click()
  await page.getByRole('heading', { name: somebody }).waitFor()
  await take('person')
  await page.goto(`/${slug}/manage/chart`)
  await take('chart')
}
