import { m } from '#i18n/generated/messages.js'
import type { StaffCentreAnswer } from '#modules/centre/wire.ts'
import { previewText } from '#ui/centre/centre-query.ts'
import { changedTexts, TextFields } from '#ui/centre/text-fields.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { Panel, StaffPage } from '#ui/staff/kit/staff-page.tsx'
import type { ReactNode } from 'react'
import { CentreForm } from './centre-form.tsx'
import { useCentreDraft } from './use-centre-draft.ts'

type Texts = StaffCentreAnswer['texts']
const read = ({ texts }: StaffCentreAnswer): Texts => texts
const changesOf = (before: Texts, after: Texts) => ({ texts: changedTexts(after, before) })

/** The centre's texts: the notice on personal data, the terms of use and the footer. */
export function TextsScreen() {
  const api = useApi()
  const draft = useCentreDraft({ read, changesOf })
  return (
    <StaffPage title={m.staff_screen_texts()} lead={m.staff_texts_lead({ placeholders: '{centre} {address} {phone} {email}' })}>
      <CentreForm draft={draft}>
        <TextFields
          centre={draft.centre}
          draft={draft.value}
          onChange={(change) => draft.edit({ ...draft.value, ...change })}
          preview={(text, language) => previewText(api, text, language)}
          errors={draft.errors}
          frame={inPanel}
        />
      </CentreForm>
    </StaffPage>
  )
}

const inPanel = (title: string, editor: ReactNode) => <Panel title={title}>{editor}</Panel>
