import { html, type Child } from '../parts/html.ts'
import type { Language } from '../../texts/language.ts'
import { eventSentence } from '../texts/events.ts'

/** Types of events, each as a sentence beside the name that programs know. */
export const eventList = (types: readonly string[], language: Language): Child =>
  html`<ul class="entries">
    ${types.map((type) => html`<li>${eventSentence(type, language)} <code>${type}</code></li>`)}
  </ul>`
