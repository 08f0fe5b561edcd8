/** Runs before the page is drawn, so that it never flashes in the wrong colours. */

import { remembered } from './memory.ts'

const root = document.documentElement
// Styles for what only works with scripts.
root.classList.add('scripted-page')
const chosen = remembered('theme')
if (chosen !== undefined) root.dataset['theme'] = chosen
