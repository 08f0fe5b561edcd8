import { actions, type ActionId } from '../../generated/actions.ts'
import type { Language } from '../../texts/language.ts'
import { actionTitle, fieldName } from '../texts/labels.ts'

/**
 * A sentence of the service in the words of a page. Programs need ids and the names of actions and inputs in it; readers have the
 * names of records and what the pages call things.
 */
export const forReaders = (sentence: string, language: Language): string =>
  sentence
    .replace(/ \(id [\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\)/g, '')
    .replace(/:(,? [\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})+(?=\.)/g, '')
    .replace(/\b(?:platform|org|documents|webhooks)\/[a-z_]+(?:\.[a-z_]+)+/g, (path) => {
      const id = path.replace(/[/.]/g, '_')
      return Object.hasOwn(actions, id) ? quoted(actionTitle(id as ActionId, language), language) : path
    })
    .replace(/\bconfirm_expose_existing\b/g, (name) => quoted(fieldName(name, language), language))
    // The page of the import asks that itself.
    .replace(/ (?:Send|Senden Sie) start_checklists\b[^.]*\./g, '')
    .replace(/\b[a-z]+_id\b/g, (name) => fieldName(name, language))

const quoted = (words: string, language: Language): string =>
  language === 'de' ? `„${words}“` : `“${words}”`
