import { Visitor } from 'vite'
import { codeIn, lineOf, parsed, type Breach, type Sources } from './source.ts'

const why = 'only src/i18n names a language: ask languages.ts, or read Words with say'

/** Every place outside of src/i18n that says a language's key. What the demo writes is data. */
export const languageBreachesIn = (sources: Sources): Breach[] =>
  codeIn(sources)
    .filter(([path]) => !path.startsWith('i18n/') && !path.startsWith('../demo/'))
    .flatMap(([from, code]) => {
      const found: Breach[] = []
      new Visitor({
        Literal: ({ value, start }) => {
          if (value === 'tw' || value === 'en') found.push({ from, to: `'${value}'`, line: lineOf(code, start), why })
        },
      }).visit(parsed(from, code).program)
      return found
    })
