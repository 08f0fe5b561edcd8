import type { AppRequest } from '../../request.ts'
import { personTexts } from './person-texts.ts'

/** The name of a person; of somebody whose data was erased, words in its place. */
export const nameOf = (
  { language }: Pick<AppRequest, 'language'>,
  { name, erased_at }: { name: string; erased_at: string | null },
): string => (erased_at === null ? name : personTexts[language].erasedName)
