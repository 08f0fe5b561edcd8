import type { JsonObject } from '../model.ts'
import { eventHref, errorHref, follow, schemasOf, tagsOf, type Entry, type Reference } from './reference.ts'
import type { Finding } from './finding.ts'
import { topicsOf } from './overview.ts'
import { missingIn, synonymsOf } from './words.ts'

/** Everything that can be found, the most asked for first. */
export function findings(reference: Reference): Finding[] {
  const { events, errors } = reference
  const synonyms = synonymsOf(reference)
  const entries = tagsOf(reference).flatMap((tag) => tag.entries)
  return [
    ...entries.map((entry) => ({
      kind: 'action' as const,
      title: entry.title,
      name: entry.name,
      href: entry.href,
      text: [
        entry.source.id,
        entry.tag,
        synonyms.get(entry.source.id) ?? '',
        ...fieldNames(reference, entry),
        plain(entry.description),
      ].join(' '),
    })),
    ...missingIn(reference).map(({ id, title, words, text }) => ({
      kind: 'missing' as const,
      title,
      name: text,
      href: `/docs#${id}`,
      text: words,
    })),
    ...topicsOf(reference).map(({ id, title, text }) => ({
      kind: 'guide' as const,
      title,
      name: '',
      href: `/docs#${id}`,
      text: plain(text),
    })),
    ...events.map(({ type, description }) => ({
      kind: 'event' as const,
      title: type,
      name: '',
      href: eventHref(type),
      text: plain(description),
    })),
    ...errors.map(({ name, message, status }) => ({
      kind: 'error' as const,
      title: name,
      name: status,
      href: errorHref(name),
      text: message,
    })),
  ]
}

function fieldNames(reference: Reference, entry: Entry): string[] {
  const { body } = schemasOf(reference, entry)
  return Object.keys((follow(reference.document, body)['properties'] as JsonObject | undefined) ?? {})
}

function plain(markdown: string): string {
  return markdown.replace(/[`*|]/g, '').replace(/\s+/g, ' ').slice(0, 600)
}
