import { mkdirSync } from 'node:fs'
import { ConfigError, loadConfig } from './config.ts'
import { start } from './start.ts'

try {
  const config = loadConfig()
  mkdirSync(config.dataDir, { recursive: true })
  const server = await start(config)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      server.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  console.log(`Rollcall listens on ${config.baseUrl}`)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
}
