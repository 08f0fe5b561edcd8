import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'
import { chromium, type Browser } from 'playwright-core'
import { endings } from './endings.ts'

const caches = resolve(import.meta.dirname, '../../node_modules/.cache')
const unpacked = join(caches, 'rollcall-chromium')

let launched: Promise<Browser> | undefined

/**
 * The browser of the tests of this process. Each test opens a context of its own, which shares nothing with others. One that
 * has crashed is launched again.
 */
export async function sharedChromium(): Promise<Browser> {
  const before = await launched
  if (before?.isConnected()) return before
  launched = launch()
  const browser = await launched
  endings.push(() => browser.close())
  return browser
}

/**
 * A real browser. It is the one that `CHROMIUM_PATH` names; else, on Linux, the one of a package,
 * which includes the libraries that a small Linux does not have; else the Chrome of the machine.
 */
async function launch(): Promise<Browser> {
  const named = process.env['CHROMIUM_PATH']
  if (named) return chromium.launch({ executablePath: named })
  if (process.platform !== 'linux' || process.arch !== 'x64') return chromium.launch({ channel: 'chrome' })
  if (!existsSync(unpacked)) await unpack()
  return chromium.launch({
    args: [quickScripts],
    executablePath: join(unpacked, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(unpacked, 'al2023/lib'),
      FONTCONFIG_FILE: join(unpacked, 'fonts.conf'),
    },
  })
}

/**
 * Compiles scripts once, without the compilers that make them faster while they run: each page of a test is there for too short a
 * time to earn that, and with axe these take a quarter of the processor time of the browser.
 */
const quickScripts = '--js-flags=--no-opt --no-maglev'

/**
 * Unpacks to a new folder and renames it at the end: this run may be killed, or another one may unpack at the same
 * time.
 */
async function unpack(): Promise<void> {
  const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin')
  mkdirSync(caches, { recursive: true })
  const dir = mkdtempSync(`${unpacked}-`)
  try {
    await Promise.all(below(dir, () => parts.map((part) => inflate(join(bin, part)))))
    writeFileSync(join(dir, 'fonts.conf'), fontConfiguration)
    if (!existsSync(unpacked)) renameSync(dir, unpacked)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const parts = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']
/** The package's own configuration names folders of another machine. Without a font, texts have no height. */
const fontConfiguration = `<fontconfig>
<dir prefix="relative">fonts</dir>
</fontconfig>
`

/** Makes `call` with another temporary folder, which the package reads at once and uses to unpack. */
function below<T>(dir: string, call: () => T): T {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = dir
  try {
    return call()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}
