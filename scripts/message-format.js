/** Reads src/i18n/messages/{locale}.json: flat keys, texts with {name} placeholders. Local, so that a build needs no network. */
const placeholder = /\{(\w+)\}/g

export default {
  key: 'fieldhouse.flat-json',

  toBeImportedFiles: ({ settings }) => settings.locales.map((locale) => ({ locale, path: `./src/i18n/messages/${locale}.json` })),

  importFiles: ({ files }) => {
    const bundles = new Map()
    const messages = []
    const variants = []
    for (const { locale, content } of files) {
      for (const [key, text] of Object.entries(JSON.parse(new TextDecoder().decode(content)))) {
        const inputs = bundles.get(key) ?? new Set()
        for (const [, name] of text.matchAll(placeholder)) inputs.add(name)
        bundles.set(key, inputs)
        messages.push({ bundleId: key, locale, selectors: [] })
        variants.push({ messageBundleId: key, messageLocale: locale, matches: [], pattern: pattern(text) })
      }
    }
    return {
      bundles: [...bundles].map(([id, inputs]) => ({ id, declarations: [...inputs].map((name) => ({ type: 'input-variable', name })) })),
      messages,
      variants,
    }
  },
}

function pattern(text) {
  const parts = []
  let from = 0
  for (const match of text.matchAll(placeholder)) {
    if (match.index > from) parts.push({ type: 'text', value: text.slice(from, match.index) })
    parts.push({ type: 'expression', arg: { type: 'variable-reference', name: match[1] } })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ type: 'text', value: text.slice(from) })
  return parts
}
