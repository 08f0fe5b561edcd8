import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeptFile } from '../http/kept-file.ts'

/** The colours of all pages: those of light and dark, and the palettes. */
export const palettes = readFileSync(join(import.meta.dirname, 'palettes.css'), 'utf8')

const style = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8')

/** The stylesheet of the pages before and around the app. */
export const stylesheet = createKeptFile('pages', 'css', palettes + style)
