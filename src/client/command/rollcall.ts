#!/usr/bin/env node
import { UsageError, listen, usage } from './listen.ts'

const [command, ...args] = process.argv.slice(2)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

if (command !== 'listen' || args.includes('--help')) {
  console.log(usage)
  process.exitCode = command === undefined || [command, ...args].includes('--help') ? 0 : 2
} else
  try {
    await listen(args, process.env, stop.signal)
  } catch (error) {
    const isUsage = error instanceof UsageError
    console.error(isUsage ? `${error.message}\n\n${usage}` : (error as Error).message)
    process.exitCode = isUsage ? 2 : 1
  }
