import { texts } from './phrase.ts'

/** Lines of the activity log about positions. */
export const positionLines = texts({
  position_created: { en: 'Added the position {subject}', de: 'Planstelle {subject} angelegt' },
  position_changed: { en: 'Changed the position {subject}', de: 'Planstelle {subject} geändert' },
  position_filled: { en: 'Filled the position {subject}', de: 'Planstelle {subject} besetzt' },
  position_cancelled: { en: 'Cancelled the position {subject}', de: 'Planstelle {subject} gestrichen' },
  position_reopened: {
    en: 'Opened the position {subject} again',
    de: 'Planstelle {subject} wieder geöffnet',
  },
})
