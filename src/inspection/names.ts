import { contentTypes } from './inside/content-types.ts'

/** Endings of names, for each type. A reader's machine opens a file by its ending, whatever its bytes are. */
const endings: Record<string, readonly string[]> = {
  [contentTypes.pdf]: ['pdf'],
  [contentTypes.png]: ['png'],
  [contentTypes.jpeg]: ['jpg', 'jpeg', 'jpe', 'jfif'],
  [contentTypes.webp]: ['webp'],
  [contentTypes.heic]: ['heic', 'heif'],
  [contentTypes.docx]: ['docx'],
  [contentTypes.xlsx]: ['xlsx'],
  [contentTypes.odt]: ['odt'],
  [contentTypes.ods]: ['ods'],
  [contentTypes.text]: ['txt', 'text', 'md', 'log', 'csv', 'tsv'],
  [contentTypes.csv]: ['csv', 'tsv', 'txt'],
}

/**
 * Tells whether a file may have this name: one that ends as files of its type do. `run.bat` with the text of a program is
 * a text, and a program for whoever opens it.
 */
export function isNameOf(contentType: string, name: string): boolean {
  const ending = /\.([^.\s]+)[.\s]*$/.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && (endings[contentType]?.includes(ending) ?? false)
}
