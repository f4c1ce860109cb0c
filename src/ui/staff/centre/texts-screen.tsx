import { m } from '#i18n/generated/messages.js'
import { previewText, staffCentreQuery } from '#ui/centre/centre-query.ts'
import { changedTexts, TextFields, type TextsDraft } from '#ui/centre/text-fields.tsx'
import { Panel, StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { UnsavedGuard } from '#ui/staff/kit/unsaved-guard.tsx'
import { useCentreChange } from '#ui/staff/kit/use-centre-change.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { SaveLine } from './save-line.tsx'
import style from './save-line.module.css'

/** The centre's texts: the notice on personal data, the terms of use and the footer. */
export function TextsScreen() {
  const { api } = useRouteContext({ from: '__root__' })
  const centre = useSuspenseQuery(staffCentreQuery(api)).data
  const [draft, setDraft] = useState<TextsDraft>({})
  const { save, busy, refused, errors, form } = useCentreChange(centre.version)
  const texts = changedTexts(draft, centre.texts)
  const isDirty = Object.keys(texts).length > 0
  return (
    <StaffPage title={m.staff_screen_texts()} lead={m.staff_texts_lead({ placeholders: '{centre} {address} {phone} {email}' })}>
      <form
        ref={form}
        className={style.form}
        noValidate
        onSubmit={async (event) => {
          event.preventDefault()
          if (isDirty && (await save({ texts }))) setDraft({})
        }}
      >
        <TextFields
          centre={centre}
          draft={draft}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          preview={(text, language) => previewText(api, text, language)}
          errors={errors}
          frame={inPanel}
        />
        <SaveLine {...{ isDirty, busy, refused }} onDiscard={() => setDraft({})} />
      </form>
      <UnsavedGuard isDirty={isDirty} />
    </StaffPage>
  )
}

const inPanel = (title: string, editor: ReactNode) => <Panel title={title}>{editor}</Panel>
