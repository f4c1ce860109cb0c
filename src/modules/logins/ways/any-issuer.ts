import { z } from 'zod'
import { serviceUrl, text, type SettingsReader } from '#config.ts'
import { dataLocales, defaultLocale } from '#i18n/languages.ts'
import { inEach, type Words } from '#i18n/words.ts'
import type { LoginWay } from '../way.ts'
import { checkOpenId } from './check-open-id.ts'
import { idTokenAlgorithms, openWithOpenId, type OpenIdClient } from './open-id.ts'

/** Any issuer of OpenID Connect, such as a city's own card. A centre may set several, each by a name of its own. */
type IssuerSettings = OpenIdClient & { title: Words }

const prefixOf = (name: string): string => `LOGIN_${name.toUpperCase().replaceAll('-', '_')}`

/** `LOGIN_CITY_CARD_ISSUER` names `city-card`. */
export const issuersIn = (env: Readonly<Record<string, string | undefined>>, besides: readonly string[]): string[] =>
  Object.keys(env)
    .flatMap((variable) => /^LOGIN_([A-Z][A-Z0-9_]{0,38}[A-Z0-9])_ISSUER$/.exec(variable)?.[1] ?? [])
    .map((name) => name.toLowerCase().replaceAll('_', '-'))
    .filter((name) => !besides.includes(name))

export function readerOf(name: string): SettingsReader<IssuerSettings> {
  const own = prefixOf(name)
  const titles = inEach((locale) => (locale === defaultLocale ? `${own}_TITLE` : `${own}_TITLE_${locale.toUpperCase()}`))
  return {
    name,
    variables: {
      [`${own}_ISSUER`]: serviceUrl,
      [`${own}_CLIENT_ID`]: text,
      [`${own}_CLIENT_SECRET`]: text,
      ...Object.fromEntries(
        dataLocales.map((locale) => [titles[locale], locale === defaultLocale ? text : text.or(z.literal('')).default('')]),
      ),
      [`${own}_SCOPE`]: z
        .string()
        .refine((scope) => scope.split(' ').includes('openid'), 'must contain openid')
        .default('openid profile email'),
      [`${own}_ALGORITHM`]: z.enum(idTokenAlgorithms).default('RS256'),
    },
    read: (values) => ({
      title: inEach((locale) => values[titles[locale]] || values[titles[defaultLocale]]!),
      issuer: values[`${own}_ISSUER`]!,
      clientId: values[`${own}_CLIENT_ID`]!,
      secret: values[`${own}_CLIENT_SECRET`]!,
      secretIn: 'as-told',
      scope: values[`${own}_SCOPE`]!,
      algorithm: values[`${own}_ALGORITHM`] as IssuerSettings['algorithm'],
    }),
  }
}

/** The way of an issuer that is set. */
export function wayOf(name: string, { title }: IssuerSettings): LoginWay<IssuerSettings> {
  const own = prefixOf(name)
  const { name: _, ...settings } = readerOf(name)
  return {
    name,
    title,
    sign: null,
    comesBackBy: 'address',
    settings,
    open: openWithOpenId,
    check: (set, outside) => checkOpenId(set, { issuer: `${own}_ISSUER`, keys: `${own}_CLIENT_ID, ${own}_CLIENT_SECRET` }, outside),
  }
}
