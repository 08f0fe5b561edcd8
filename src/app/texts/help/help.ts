import type { Language } from '../../../texts/language.ts'
import { helpOfChanges } from './changes.ts'
import { helpOfChecklists } from './checklists.ts'
import { helpOfDocuments } from './documents.ts'
import { helpOfNotifications } from './notifications.ts'
import { helpOfPeople } from './people.ts'
import { helpOfPositions } from './positions.ts'
import { helpOfQuestions } from './questions.ts'
import { helpOfWebhooks } from './webhooks.ts'
import type { Help } from './words.ts'

const words: Help = {
  ...helpOfQuestions,
  ...helpOfPeople,
  ...helpOfChanges,
  ...helpOfChecklists,
  ...helpOfDocuments,
  ...helpOfPositions,
  ...helpOfNotifications,
  ...helpOfWebhooks,
}

/** Help of a field for people, by its help in the contract. An empty one says nothing that they need. */
export function helpFor(help: string, language: Language): string {
  const found = Object.hasOwn(words, help) ? words[help] : undefined
  return (language === 'de' ? found?.[0] : found?.[1]) ?? help.replaceAll('`', '')
}

/** The help of the contract that has words here. */
export const knownHelp: ReadonlySet<string> = new Set(Object.keys(words))
