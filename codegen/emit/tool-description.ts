import type { Source } from '../model.ts'

/** In characters. Every assistant reads the descriptions of all tools in each session. */
export const mcpDescriptionLimit = 300

/** The first paragraph of the description, which an assistant reads to choose a tool. */
export function mcpDescription(source: Source): string {
  const [first = ''] = String(source.operation['description'] ?? '')
    .trim()
    .split(/\n\s*\n/)
  return first.replace(/\s+/g, ' ')
}
