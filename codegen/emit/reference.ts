import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const bundle = 'redoc/bundles/redoc.standalone.js'
/** Better qualities, 10 and 11, take seconds and save a tenth. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/**
 * The script of the reference page with its licences, plain and compressed. Codegen makes the files, so that production
 * needs none of redoc's packages and no request waits until a megabyte is compressed.
 *
 * @throws Error if a new version of redoc loads something from another address than the one that is removed here
 */
export async function referencePage(): Promise<Record<string, string | Buffer>> {
  const { resolve } = createRequire(import.meta.url)
  const script = withoutLogo(readFileSync(resolve(bundle), 'utf8'))
  const [small, smaller] = await Promise.all([
    promisify(gzip)(script),
    promisify(brotliCompress)(script, quality),
  ])
  return {
    'src/generated/reference.js': script,
    'src/generated/reference.js.gz': small,
    'src/generated/reference.js.br': smaller,
    'src/generated/reference.js.LICENSE.txt': readFileSync(resolve(`${bundle}.LICENSE.txt`), 'utf8'),
  }
}

/** Removes the image that redoc would load from its makers: the page must work without access to the internet. */
function withoutLogo(script: string): string {
  const without = script.replace(/src:"https?:\/\/[^"]*"/g, 'src:"data:,"')
  if (without === script) throw new Error(`${bundle} has changed: look at what it loads from other addresses`)
  return without
}
