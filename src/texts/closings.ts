import { texts } from './phrase.ts'

/** Why a request ended undecided. Where the change is not possible any more, a refusal tells it instead. */
export const closings = texts({
  withdrawn: { en: 'The proposer withdrew it.', de: 'Der Antrag wurde zurückgezogen.' },
  ran_out: { en: 'Nobody decided it in time.', de: 'Niemand hat rechtzeitig entschieden.' },
  person_left: { en: 'The person has left.', de: 'Die Person ist ausgeschieden.' },
  history_changed: {
    en: 'What it would change has changed since it was proposed.',
    de: 'Was er ändern würde, hat sich seit dem Antrag geändert.',
  },
  proposer_not_entitled: {
    en: 'Who proposed it may not propose it any more.',
    de: 'Wer ihn gestellt hat, darf das nicht mehr beantragen.',
  },
  record_gone: {
    en: 'A record that it names does not exist any more.',
    de: 'Ein Datensatz, den er nennt, existiert nicht mehr.',
  },
  not_possible: { en: 'The change is not possible any more.', de: 'Die Änderung ist nicht mehr möglich.' },
})

export type ClosingCode = keyof typeof closings
