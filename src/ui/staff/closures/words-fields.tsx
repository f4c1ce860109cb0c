import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { dataLocaleOf } from '#i18n/languages.ts'
import { htmlLang } from '#i18n/locale.ts'
import { languageOptions } from '#ui/kit/data-languages.ts'
import { useApi } from '#ui/session/use-api.ts'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { WordsField, type BothWords } from '#ui/staff/kit/fields.tsx'
import type { AffectedBooking } from '#modules/closures/closure-wire.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { letterQuery } from './closures-queries.ts'
import style from './closures.module.css'

export type SaidWords = { reason: BothWords; words: BothWords }

/** `sample`: a booking that is offered other floor; without one everything is paid back. */
type Props = { facility: number; sample?: AffectedBooking | undefined; said: SaidWords; onChange(said: SaidWords): void }

/** What people read, with the mail and the text as they will arrive. */
export function WordsFields({ facility, sample, said, onChange }: Props) {
  return (
    <div className={style.said}>
      <div className="stack gap-4">
        <WordsField
          path="reason"
          label={m.closure_reason()}
          value={said.reason}
          maxLength={200}
          onChange={(reason) => onChange({ ...said, reason })}
        />
        <p className={style.hint}>{m.closure_reason_hint()}</p>
        <WordsField
          path="words"
          label={m.closure_words()}
          value={said.words}
          rows={3}
          maxLength={500}
          optional
          onChange={(words) => onChange({ ...said, words })}
        />
      </div>
      <LetterPreview facility={facility} sample={sample} said={said} />
    </div>
  )
}

function LetterPreview({ facility, sample, said }: Omit<Props, 'onChange'>) {
  const [language, setLanguage] = useState(dataLocaleOf(getLocale()))
  const typed = useDeferredValue(said)
  const isWhole = typed.reason.tw.trim() !== '' && typed.reason.en.trim() !== ''
  const offered = sample?.instead
    ? {
        from: { start: sample.start, end: sample.end },
        to: { venue2ndId: sample.instead.venue2ndId, start: sample.instead.start, end: sample.instead.end },
      }
    : undefined
  const { data } = useQuery(letterQuery(useApi(), isWhole ? { venue1stId: facility, offered, ...typed } : undefined))
  const letter = data?.[language]
  return (
    <section className={style.letter} aria-label={m.closure_letter_title()}>
      <SegmentedControl
        legend={m.closure_letter_title()}
        value={language}
        onChange={(chosen) => setLanguage(chosen)}
        options={languageOptions}
      />
      {letter && (
        <div lang={htmlLang(language)}>
          <h3>{m.closure_letter_mail()}</h3>
          <p>
            <b>{letter.subject}</b>
          </p>
          <p className={style.paper}>{letter.body}</p>
          {letter.offerText !== null && (
            <>
              <h3>{m.closure_letter_offer_text()}</h3>
              <p className={style.paper}>{letter.offerText}</p>
            </>
          )}
          <h3>{m.closure_letter_text()}</h3>
          <p className={style.paper}>{letter.text}</p>
        </div>
      )}
    </section>
  )
}
