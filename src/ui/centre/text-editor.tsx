import { m } from '#i18n/generated/messages.js'
import { dataLocales, type DataLocale } from '#i18n/languages.ts'
import { htmlLang } from '#i18n/locale.ts'
import type { Words } from '#i18n/words.ts'
import { inLanguage } from '#ui/kit/data-languages.ts'
import { TextArea } from '#ui/kit/field.tsx'
import { useState } from 'react'
import type { OwnText } from '#modules/centre/rules.ts'
import { Button } from '#ui/kit/button.tsx'
import style from './text-editor.module.css'

type Props = {
  label: string
  value: OwnText
  /** The text that the service comes with, by language. */
  standard: Words
  onChange(value: OwnText): void
  /** Renders Markdown as the page will show it. */
  preview(text: string, language: DataLocale): Promise<string>
  errors: ReadonlyMap<string, string>
  /** Path of the field in errors, such as texts.privacy. */
  path: string
  rows: number
  maxLength: number
}

/** A text of the centre in both languages, side by side: Markdown, with a preview and the way back to the default. */
export function TextEditor({ label, value, standard, onChange, preview, errors, path, rows, maxLength }: Props) {
  return (
    <div className={style.both}>
      {dataLocales.map((locale) => (
        <OneLanguage
          key={locale}
          label={`${label}${inLanguage(locale)}`}
          locale={locale}
          text={value[locale]}
          standard={standard[locale]}
          error={errors.get(`${path}.${locale}`)}
          onChange={(text) => onChange({ ...value, [locale]: text })}
          {...{ preview, rows, maxLength }}
        />
      ))}
    </div>
  )
}

type OneProps = Pick<Props, 'preview' | 'rows' | 'maxLength'> & {
  label: string
  locale: DataLocale
  text: string | null
  standard: string
  error: string | undefined
  onChange(text: string | null): void
}

function OneLanguage({ label, locale, text, standard, error, onChange, preview, rows, maxLength }: OneProps) {
  const [html, setHtml] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const shown = text ?? standard
  async function look(): Promise<void> {
    setProblem(undefined)
    try {
      setHtml(await preview(shown, locale))
    } catch (failure) {
      setProblem((failure instanceof Error && failure.message) || m.error_request_failed())
    }
  }
  return (
    <div className={style.one}>
      <TextArea
        label={label}
        hint={text === null ? m.staff_text_is_default() : undefined}
        error={error ?? problem}
        lang={htmlLang(locale)}
        rows={rows}
        maxLength={maxLength}
        optional
        value={shown}
        onChange={(event) => onChange(event.target.value === standard ? null : event.target.value)}
      />
      <div className="cluster gap-3">
        <Button look="text" onClick={() => (html === undefined ? void look() : setHtml(undefined))}>
          {html === undefined ? m.staff_text_preview() : m.staff_text_preview_close()}
        </Button>
        {text !== null && (
          <Button look="text" onClick={() => onChange(null)}>
            {m.staff_text_restore()}
          </Button>
        )}
      </div>
      {html !== undefined && (
        // Rendered by the server: HTML in the text stays text.
        <div className={style.preview} lang={htmlLang(locale)} dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </div>
  )
}
