import type { Db } from '../db/transaction.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import { photoRemoved, photoUploaded } from '../events/people.ts'
import { setPhoto } from '../queries/images.ts'
import type { PersonRow } from '../queries/org/people.ts'
import { replaceImage, type Image } from './images.ts'

interface Recording {
  db: Db
  now: Date
  record: (domainEvent: DomainEvent<never>) => void
}

/**
 * Gives a person a photo in place of the one before.
 *
 * @param person locked
 */
export async function givePhoto(
  { db, now, record }: Recording,
  person: PersonRow,
  photo: Image,
): Promise<void> {
  await replaceImage(db, person.id, photo, now, (hash) => setPhoto(db, person.id, hash, now))
  record(photoUploaded(person))
}

/** Removes the photo of a locked person, or finds none. */
export async function takePhoto({ db, now, record }: Recording, person: PersonRow): Promise<void> {
  if (person.photo_hash === null) return
  await replaceImage(db, person.id, null, now, (hash) => setPhoto(db, person.id, hash, now))
  record(photoRemoved(person))
}
