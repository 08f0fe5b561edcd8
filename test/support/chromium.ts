import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'
import { chromium, type Browser } from 'playwright-core'

const caches = resolve(import.meta.dirname, '../../node_modules/.cache')
const unpacked = join(caches, 'rollcall-chromium')

/**
 * A real browser, to be closed by who asked for it: the one that `CHROMIUM_PATH` names, else the packaged one, which
 * brings the libraries that a bare Linux lacks, else the machine's own Chrome.
 */
export async function launchChromium(): Promise<Browser> {
  const named = process.env['CHROMIUM_PATH']
  if (named) return chromium.launch({ executablePath: named })
  if (process.platform !== 'linux' || process.arch !== 'x64') return chromium.launch({ channel: 'chrome' })
  if (!existsSync(unpacked)) await unpack()
  return chromium.launch({
    executablePath: join(unpacked, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(unpacked, 'al2023/lib'),
      FONTCONFIG_FILE: join(unpacked, 'fonts.conf'),
    },
  })
}

/** In a folder of its own, which becomes the cache only when it is whole: another run may do the same, or this one end. */
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
/** The packaged one names folders of another machine; without a font no text has a height. */
const fontConfiguration = `<fontconfig>
<dir prefix="relative">fonts</dir>
</fontconfig>
`

/** The package takes the temporary folder as the place to unpack to, read as soon as it is called. */
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
