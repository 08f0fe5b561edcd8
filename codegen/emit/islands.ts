import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const source = 'src/app/islands'

/** The scripts of the app's pages, a module for each file of `src/app/islands`, with what it imports. */
export async function islandModules(root: string): Promise<Record<string, string>> {
  const files = readdirSync(join(root, source)).filter((file) => file.endsWith('.ts'))
  const { outputFiles } = await build({
    entryPoints: files.map((file) => join(root, source, file)),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outdir: root,
    write: false,
    logLevel: 'silent',
  })
  return Object.fromEntries(
    outputFiles.map(({ path, text }) => [`src/generated/islands/${basename(path)}`, text]),
  )
}
