import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageVersion } from './emit/client-package.ts'
import { root } from './load.ts'

// Writes the client package, which codegen has made, to dist/ or another folder, under the name that `npm pack` gives it.
const [folder = join(root, 'dist')] = process.argv.slice(2)
const document = readFileSync(join(root, 'openapi/published/openapi.json'), 'utf8')
const { info } = JSON.parse(document) as { info: { version: string } }
const file = join(folder, `rollcall-client-${packageVersion(info.version)}.tgz`)
mkdirSync(folder, { recursive: true })
copyFileSync(join(root, 'src/generated/client.tgz'), file)
console.log(relative(process.cwd(), file))
