import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // Matters of taste, as our templates write them.
    'doctype-style': 'off',
    'void-style': 'off',
    // A table that is shown as blocks says that it is one; a region that scrolls is no section.
    'no-redundant-role': 'off',
    'prefer-native-element': 'off',
    // Names of companies may be long, and ids are paths of values.
    'long-title': 'off',
    'valid-id': ['error', { relaxed: true }],
    // Boxes to tick share their name, and so do buttons that send their form back in different ways.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit', 'button'] }],
  },
})

/** Mistakes in a document, or in a part of one: what stands where HTML does not let it, is not closed, or is there twice. */
export async function htmlMistakes(text: string): Promise<string[]> {
  const { results } = await validator.validateString(text)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}
