import { codeIn, importsOf, type Breach, type Sources } from './source.ts'

/** What is added by a record in a folder and a line in a list. Only that folder and that list know who is behind it. */
type Door = { folder: string; list: string }
const doors: readonly Door[] = [
  { folder: 'modules/payments/providers/', list: 'modules/payments/providers.ts' },
  { folder: 'modules/invoices/issuers/', list: 'modules/invoices/issuers.ts' },
  { folder: 'modules/logins/ways/', list: 'modules/logins/ways.ts' },
]
/** Words that only the folder of one provider, issuer or way to log in may use: its name, its settings, the fields of its protocol. */
const names =
  /ecpay|綠界|ezpay|newebpay|藍新|MerchantTradeNo|CheckMacValue|LINEPAY_|X-LINE-|PAYMENT_(?:URL|MERCHANT_ID|HASH_\w+)|LOGIN_(?:LINE|GOOGLE|APPLE)|'(?:google|apple)'|access\.line\.me|appleid/i
/** The demo has the other side of some. */
const counterparts = /^\.\.\/demo\//
const texts = /^i18n\/messages\/[^/]+\.json$/

/** Every place that imports from a door's folder without being its list, or names one of those who are in it. */
export const doorBreachesIn = (sources: Sources): Breach[] => [
  ...doors.flatMap((door) => importsThrough(sources, door)),
  ...namesOutside(sources),
]

const importsThrough = (sources: Sources, { folder, list }: Door): Breach[] =>
  codeIn(sources)
    .filter(([path]) => path !== list && !counterparts.test(path))
    .flatMap(([path, code]) =>
      importsOf(path, code)
        .filter(({ to }) => to.startsWith(folder) && !belongTogether(behind(folder, path), behind(folder, to)))
        .map(({ from, to, line }) => ({ from, to, line, why: `only ${list} imports what is in ${folder}` })),
    )

/** The folder behind the door in which a file is, or its own name; undefined: it is elsewhere. */
const behind = (folder: string, path: string): string | undefined =>
  path.startsWith(folder) ? path.slice(folder.length).split('/')[0] : undefined

/** Files beside each other share their protocol; `ecpay-receipt` is of the house of `ecpay`. */
const belongTogether = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && (one.endsWith('.ts') || one === other || one.startsWith(`${other}-`))

const namesOutside = (sources: Sources): Breach[] =>
  [...sources]
    .filter(([path]) => (/\.tsx?$/.test(path) || texts.test(path)) && !path.startsWith('../demo/'))
    .filter(([path]) => !doors.some(({ folder, list }) => path === list || path.startsWith(folder)))
    .flatMap(([from, text]) =>
      text.split('\n').flatMap((said, index) => {
        const [name] = (isImport.test(said) ? undefined : names.exec(said)) ?? []
        return name ? [{ from, to: name, line: index + 1, why: 'the record of a door says it, and nothing else' }] : []
      }),
    )

/** Imports have a rule of their own. */
const isImport = /^(?:import|export) .*from '/
