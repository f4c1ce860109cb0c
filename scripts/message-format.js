/**
 * Reads src/i18n/messages/{locale}.json: flat keys, texts with {name} placeholders and plurals as in ICU MessageFormat:
 * "{count} {count, plural, one {court} other {courts}}". Of the plural categories there are `one`, which is the number 1, and
 * `other`: what English needs; Chinese has one form. Local, so that a build needs no network.
 */
const placeholder = /\{(\w+)\}/g
const branch = String.raw`\{((?:[^{}]|\{\w+\})*)\}`
const plural = new RegExp(String.raw`\{(\w+), plural, one ${branch} other ${branch}\}`, 'g')

export default {
  key: 'fieldhouse.flat-json',

  toBeImportedFiles: ({ settings }) => settings.locales.map((locale) => ({ locale, path: `./src/i18n/messages/${locale}.json` })),

  importFiles: ({ files }) => {
    const bundles = new Map()
    const messages = []
    const variants = []
    for (const { locale, content } of files) {
      for (const [key, text] of Object.entries(JSON.parse(new TextDecoder().decode(content)))) {
        bundles.set(key, (bundles.get(key) ?? new Set()).union(inputsOf(text)))
        const counts = countsOf(text)
        messages.push({ bundleId: key, locale, selectors: counts.map((name) => ({ type: 'variable-reference', name })) })
        for (const variant of variantsOf(key, text, counts)) variants.push({ messageBundleId: key, messageLocale: locale, ...variant })
      }
    }
    return {
      bundles: [...bundles].map(([id, inputs]) => ({ id, declarations: [...inputs].map((name) => ({ type: 'input-variable', name })) })),
      messages,
      variants,
    }
  },
}

/** Names of the placeholders of a text, those that only decide a plural included. */
export function inputsOf(text) {
  const branches = text.replace(plural, (_, name, one, other) => `${one} ${other}`)
  return new Set([...countsOf(text), ...[...branches.matchAll(placeholder)].map(([, name]) => name)])
}

const countsOf = (text) => [...new Set([...text.matchAll(plural)].map(([, name]) => name))]

/** One variant for each combination of singular and plural; the one with only plurals comes last, since it always matches. */
function variantsOf(key, text, counts) {
  const combinations = counts.reduce(
    (made, name) =>
      made.flatMap((so) => [
        { ...so, [name]: true },
        { ...so, [name]: false },
      ]),
    [{}],
  )
  return combinations.map((isOne) => {
    const said = text.replace(plural, (_, name, one, other) => (isOne[name] ? one : other))
    if (said.includes(', plural,')) throw new Error(`${key}: a plural is written {name, plural, one {…} other {…}}`)
    const matches = counts.map((name) =>
      isOne[name] ? { type: 'literal-match', key: name, value: '1' } : { type: 'catchall-match', key: name },
    )
    return { matches, pattern: pattern(said) }
  })
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
