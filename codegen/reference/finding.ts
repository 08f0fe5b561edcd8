/** Codegen makes them, the browser reads them. */

/** An entry that the search of the pages can find. The browser makes an index of it when somebody searches first. */
export interface Finding {
  kind: 'guide' | 'action' | 'event' | 'error' | 'missing'
  title: string
  /** As code writes it; empty for guides; what is missing, in a sentence. */
  name: string
  href: string
  /** Further words. */
  text: string
}
