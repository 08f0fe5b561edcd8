import { eventTypes, namesIn, refusalsOf, warningsOf, type Refusal } from '../catalogue.ts'
import type { Contract, JsonObject, Source } from '../model.ts'
import { toolRows } from '../tool-rows.ts'
import { statusOf } from './responses.ts'

/**
 * The description of an action, followed by its rules, errors, warnings and events in words, so that the reference shows them.
 */
export function descriptionOf(contract: Contract, source: Source): string {
  return [
    String(source.operation['description']).trim(),
    rowsOfTool(contract, source),
    rules(source.operation),
    list(
      'Errors',
      refusalsOf(contract, source).map((one) => errorLine(contract, one)),
    ),
    list(
      'Warnings',
      warningsOf(contract, source).map(({ code, message }) => `\`${code}\`: ${message}`),
    ),
    list('Events', eventLines(contract, source)),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Words for the rows that assistants get of a list. */
function rowsOfTool(contract: Contract, source: Source): string {
  const rows = toolRows(contract, source)
  if (!rows) return ''
  const columns = rows.columns.map((column) => `\`${column}\``).join(', ')
  return `**For assistants** rows show ${columns}, unless \`fields\` names others.`
}

function errorLine(contract: Contract, { name, error, message }: Refusal): string {
  return `\`${name}\` (${statusOf(contract, error)}): ${message}`
}

function eventLines(contract: Contract, source: Source): string[] {
  const names = namesIn(source, 'x-events')
  return eventTypes(contract)
    .filter(({ type }) => names.includes(type))
    .map(({ type, description }) => `\`${type}\`: ${description}`)
}

function list(title: string, lines: string[]): string {
  return lines.length > 0 ? `**${title}**\n\n${lines.map((line) => `- ${line}`).join('\n')}` : ''
}

/** Class, access and retry, in words. */
function rules(operation: JsonObject): string {
  const { manage, me, web_only: webOnly } = operation['x-access'] as JsonObject
  const who = [
    manage === 'any' && 'any manage role',
    Array.isArray(manage) && `manage: ${manage.join(', ')}`,
    me && 'me: anyone',
  ].filter(Boolean)
  const facts = [
    `**Class** ${String(operation['x-class'])}`,
    `**Who** ${who.join('; ')}${webOnly ? ' (web app only)' : ''}`,
  ]
  if (operation['x-recorded']) facts.push('**Recorded** in the activity log')
  if (operation['x-retry']) facts.push(`**Retry** ${String(operation['x-retry'])}`)
  return facts.join(' · ')
}
