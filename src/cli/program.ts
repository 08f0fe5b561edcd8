import { parseArgs } from 'node:util'
import pg from 'pg'
import { loadConfig } from '../config.ts'
import { ConfigError } from '../config/error.ts'
import { openDatabase } from '../db/open.ts'
import { types } from '../db/types.ts'
import { OperatorError } from '../operator/errors.ts'
import { commands } from './commands.ts'
import type { Command, Output } from './command.ts'

/**
 * `npm run org -- <command>`: an operator creates, pauses, closes and deletes organizations. The API has no actions for
 * this, because no member of an organization may do it.
 */

const name = 'npm run org --'

type Values = Record<string, string | boolean | undefined>

/** The command line is wrong. The exit code is 2 then, like that of other tools. */
class UsageError extends Error {}

/** Where a command runs: the settings, and the terminal. */
export interface Terminal {
  env: Record<string, string | undefined>
  print: (text: string) => void
  complain: (text: string) => void
}

/** Runs a command and prints its result. Answers the exit code, 0: done, 1: failed, 2: the command line is wrong. */
export async function program(args: string[], terminal: Terminal): Promise<number> {
  try {
    await main(args, terminal)
    return args.length === 0 ? 2 : 0
  } catch (error) {
    terminal.complain(explain(error))
    return error instanceof UsageError ? 2 : 1
  }
}

async function main([id, ...args]: string[], terminal: Terminal): Promise<void> {
  const { print } = terminal
  if (id === undefined || id === '--help' || id === '-h' || id === 'help') return print(overview())
  const command = Object.hasOwn(commands, id) ? commands[id] : undefined
  if (!command) throw new UsageError(`There is no command ${id}.\n\n${overview()}`)
  const values = parse(id, command, args)
  if (values['help'] === true) return print(help(id, command))
  for (const [flag, option] of Object.entries(command.options))
    if (option.required && values[flag] === undefined)
      throw new UsageError(`--${flag} is required: ${option.about}\n\n${help(id, command)}`)
  const { argument } = command
  if (argument?.required && values[argument.name] === undefined)
    throw new UsageError(`A ${argument.name} is required: ${argument.about}\n\n${help(id, command)}`)
  const output = await run(terminal, command, values)
  print(values['json'] === true ? JSON.stringify(output.json, null, 2) : output.text)
}

function parse(id: string, command: Command, args: string[]): Values {
  const flags = Object.entries(command.options).map(([flag, { value }]) => [
    flag,
    { type: value ? 'string' : 'boolean' },
  ])
  const options = {
    ...Object.fromEntries(flags),
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  }
  const { argument } = command
  try {
    const parsed = parseArgs({ args, options, strict: true, allowPositionals: !!argument })
    const [values, positionals] = [parsed.values as Values, parsed.positionals as string[]]
    // In a script, a variable that was not set. As a path it would be the folder where it runs.
    const places = Object.keys(command.options).filter((flag) =>
      ['file', 'folder'].includes(command.options[flag]!.value ?? ''),
    )
    const nameless = positionals.includes('') ? argument?.name : places.find((flag) => values[flag] === '')
    if (nameless !== undefined) throw new Error(`The name of the ${nameless} is empty.`)
    if (positionals.length > 1) throw new Error(`Unexpected argument '${positionals[1]}'`)
    return { ...values, ...(argument && { [argument.name]: positionals[0] }) }
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. To specify')[0]}\n\n${help(id, command)}`)
  }
}

/** Runs a command on the configured database, which is opened when the command asks for it. The server need not run. */
async function run({ env, complain }: Terminal, command: Command, values: Values): Promise<Output> {
  const config = loadConfig(env, { needsSecret: command.needsSecret })
  const opened: (() => Promise<void>)[] = []
  const open = async () => {
    const database = await openDatabase(config)
    const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 2, types })
    pool.on('error', () => undefined)
    opened.push(() => pool.end(), database.close)
    return pool
  }
  try {
    return await command.run({ open, config, now: new Date(), complain }, values as Record<string, string>)
  } finally {
    for (const close of opened) await close()
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message
  if (!(error instanceof OperatorError)) return (error as Error).stack ?? String(error)
  return error.field === undefined ? error.message : `--${flagOf(error.field)}: ${error.message}`
}

/** `timeZone` → `time-zone`. */
function flagOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((id) => id.length)) + 2
  return [
    `Usage: ${name} <command> [options]`,
    '',
    'Works on the database of DATABASE_URL, or on the embedded one below DATA_DIR, while the server runs or not.',
    '',
    ...Object.entries(commands).map(([id, { about }]) => `  ${id.padEnd(width)}${about}`),
    '',
    `${name} <command> --help tells more. With --json the result is JSON; npm run --silent keeps it clean.`,
  ].join('\n')
}

function help(id: string, { about, argument, options }: Command): string {
  const all = { ...options, json: { about: 'print JSON' }, help: { about: 'print this' } }
  const needed = (required: boolean | undefined) => (required ? ' (required)' : '')
  const rows = Object.entries(all).map(([flag, option]): [string, string] => {
    const { value, required, about } = option as Command['options'][string]
    return [`--${flag}${value ? ` <${value}>` : ''}`, `${about}${needed(required)}`]
  })
  if (argument) rows.unshift([`<${argument.name}>`, `${argument.about}${needed(argument.required)}`])
  const width = Math.max(...rows.map(([flag]) => flag.length)) + 2
  return [
    `Usage: ${name} ${id}${argument ? ` <${argument.name}>` : ''} [options]`,
    '',
    about,
    '',
    ...rows.map(([flag, text]) => `  ${flag.padEnd(width)}${text}`),
  ].join('\n')
}
