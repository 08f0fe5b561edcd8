import { flushCompileCache } from 'node:module'
import type { Logger } from 'pino'
import { loadConfig, type Config } from '../config.ts'
import { ConfigError } from '../config/error.ts'
import { prepareDemo, writeDemoFile, type Demo } from '../demo/demo.ts'
import { mailFolder } from '../mail/files.ts'
import { start, type RunningServer } from './start.ts'
import { welcome } from './welcome.ts'

const stopMs = 9800
const forcedStopMs = 3000
/** Under npm, one Ctrl-C sends two signals: from the terminal and from npm. Within this time they count as one. */
const oneSignalMs = 500

/** Runs the server as a process: starts it, prints where it is, and stops it on signals. */
export async function serve(): Promise<void> {
  try {
    await run(loadConfig())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

async function run(config: Config): Promise<void> {
  let demo: Demo | undefined
  const starting = start(config, {
    async prepare(runtime, ownerPool) {
      demo = await prepareDemo(config, runtime, ownerPool).catch((error: unknown) => {
        console.error(`The demo company could not be made: ${(error as Error).message}`)
        return undefined
      })
    },
  })
  stopOnSignals(starting)
  const { runtime, address, metricsUrl, log } = await starting
  const { baseUrl } = runtime
  if (config.production) tellDefaults(config, baseUrl, log)
  if (demo) writeDemoFile(config.dataDir, (demo = { ...demo, base_url: baseUrl }))
  console.log(welcome({ baseUrl, address, metricsUrl }, demo, config))
  flushCompileCache()
}

/** Defaults that few want in production, where a setting that is misspelt, or was not handed over, looks the same. */
function tellDefaults({ baseUrl, databaseUrl, dataDir, mail }: Config, address: string, log: Logger): void {
  if (!baseUrl)
    log.warn(
      `BASE_URL is not set: links in mails and invites lead to ${address}, which is this machine alone`,
    )
  if (!databaseUrl) log.warn(`DATABASE_URL is not set: the database is the embedded one below ${dataDir}`)
  if (!mail.smtp)
    log.warn(`SMTP_URL is not set: mails are files in ${mailFolder(dataDir)}, and nobody gets them`)
}

/** After the first signal, requests and jobs may end; a second signal stops at once. */
function stopOnSignals(starting: Promise<RunningServer>): void {
  let askedAt: number | undefined
  const stop = () => {
    setTimeout(() => process.exit(1), stopMs).unref()
    starting
      .then((server) => server.stop())
      .then(
        () => process.exit(forced ? 1 : 0),
        () => process.exit(1),
      )
  }
  let forced = false
  const force = () => {
    forced = true
    setTimeout(() => process.exit(1), forcedStopMs).unref()
    starting.then(
      (server) => server.hurry(),
      () => undefined,
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (askedAt === undefined) stop()
      else if (Date.now() - askedAt > oneSignalMs) force()
      else return
      askedAt = Date.now()
    })
}
