import { languageFor } from '../texts/language.ts'
import { starterTexts } from '../texts/checklists.ts'
import type { AssigneeType, TemplateTask } from './checklists.ts'

/** The two templates that each company begins with. They are in its language until it changes them. */

export type Starter = 'onboarding' | 'offboarding'
export const starters: readonly Starter[] = ['onboarding', 'offboarding']

type Line = [id: keyof typeof starterTexts, type: AssigneeType, offset: number, visible?: number]

const lines: Readonly<Record<Starter, readonly Line[]>> = {
  onboarding: [
    ['contract', 'hr', -14],
    ['equipment', 'hr', -10],
    ['first_week', 'manager', -5],
    ['accounts', 'hr', -3],
    ['welcome', 'manager', 0],
    ['details', 'person', 0],
    ['first_month', 'manager', 30],
    ['probation', 'manager', 150],
  ],
  offboarding: [
    ['tell_team', 'manager', -14],
    ['handover', 'person', -7, 14],
    ['exit_talk', 'hr', -5],
    ['return_equipment', 'person', 0],
    ['close_accounts', 'hr', 0],
    ['reference', 'hr', 7],
  ],
}

/**
 * The name and the tasks of a starter.
 *
 * @param code the language of the company; null for none
 */
export function starterOf(starter: Starter, code: string | null): { name: string; tasks: TemplateTask[] } {
  const language = languageFor(undefined, code)
  return {
    name: starterTexts[starter][language],
    tasks: lines[starter].map(([id, type, offset_days, visible]) => ({
      id,
      title: starterTexts[id][language],
      description: null,
      link_url: null,
      type,
      person_id: null,
      offset_days,
      visible_days: visible ?? null,
    })),
  }
}
