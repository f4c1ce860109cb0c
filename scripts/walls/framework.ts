import { Visitor } from 'vite'
import { codeIn, lineOf, parsed, type Breach, type Sources } from './source.ts'

const why = 'internal to the framework or to React: use what they publish for it'

/** Members of the router that its types call framework-only, and whatever a library marks as its own by its name. */
const internalMember =
  /^(serverSsr|serverSsrLifecycle|takeInitialHydrationScriptTags|looseRoutesById|__(?!proto__|dirname|filename)\w+|\$_\w+)$/
/** Names in what the libraries write into pages and bundles. */
const internalText = /\$_TSR|__TSR|\$tsr|\$\$split|tsr-(split|shared)|<!--\/?[$&]/

/** Every place that reaches into the router, the query library or React. */
export const frameworkBreachesIn = (sources: Sources): Breach[] =>
  codeIn(sources).flatMap(([from, code]) => {
    const found: Breach[] = []
    const breach = (name: string, start: number) => void found.push({ from, to: name, line: lineOf(code, start), why })
    const text = (value: unknown, start: number) => {
      const name = typeof value === 'string' ? internalText.exec(value)?.[0] : undefined
      if (name) breach(name, start)
    }
    new Visitor({
      MemberExpression({ property, start }) {
        const name = property.type === 'Identifier' ? property.name : ''
        if (internalMember.test(name)) breach(name, start)
      },
      Literal: ({ value, start }) => text(value, start),
      TemplateElement: ({ value, start }) => text(value.cooked, start),
    }).visit(parsed(from, code).program)
    return found
  })
