interface Declared {
  'x-dry-run-null'?: string[]
}

/** Where in its result a dry run of the action answers null: what only the call itself can know. */
export function unknowable(operation: object): string[] {
  return (operation as Declared)['x-dry-run-null'] ?? []
}

/** The result without what a dry run cannot know, and without times: the two calls are not one moment. */
export function comparable(data: unknown, operation: object): unknown {
  const text = JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? 'a time' : value,
  )
  const copy = JSON.parse(text) as unknown
  for (const path of unknowable(operation)) {
    const steps = path.split('.')
    const last = steps.pop() as string
    const parent = at(copy, steps.join('.')) as Record<string, unknown> | null
    if (parent) parent[last] = null
  }
  return copy
}

/** The value at a path such as `person.id`; null where there is none. */
export function at(data: unknown, path: string): unknown {
  return path
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((here, step) => (here as Record<string, unknown> | null)?.[step] ?? null, data)
}
