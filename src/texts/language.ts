/** Languages in which the service says something. Whoever reads another one gets English. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** One text in every language. A text that lacks one does not compile. */
export type Text = Readonly<Record<Language, string>>
