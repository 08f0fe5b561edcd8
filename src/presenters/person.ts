import type { components } from '../generated/contract.ts'

export type PersonRef = components['schemas']['PersonRef']

/** A person as other records point to them; null when there is nobody. There are no photos yet. */
export function presentPersonRef(id: string | null, name: string | null, title: string | null): PersonRef | null {
  return id === null ? null : { id, name: name as string, title, photo_url: null }
}
