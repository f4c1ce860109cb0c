import { m } from '#i18n/generated/messages.js'
import { textKinds, type OwnText, type TextKind } from '#modules/centre/rules.ts'
import { previewText, staffCentreQuery } from '#ui/centre/centre-query.ts'
import { TextEditor } from '#ui/centre/text-editor.tsx'
import { Panel, StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { UnsavedGuard } from '#ui/staff/kit/unsaved-guard.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { SaveLine } from './save-line.tsx'
import style from './save-line.module.css'
import { useCentreChange } from './use-centre-change.ts'

const titles: Record<TextKind, () => string> = { privacy: m.privacy_title, terms: m.terms_title, footer: m.staff_text_footer }
const shapes: Record<TextKind, { rows: number; maxLength: number }> = {
  privacy: { rows: 18, maxLength: 30_000 },
  terms: { rows: 18, maxLength: 30_000 },
  footer: { rows: 3, maxLength: 600 },
}

/** The centre's texts: the notice on personal data, the terms of use and the footer. */
export function TextsScreen() {
  const { api } = useRouteContext({ from: '__root__' })
  const { texts, defaults, version } = useSuspenseQuery(staffCentreQuery(api)).data
  const [draft, setDraft] = useState<Partial<Record<TextKind, OwnText>>>({})
  const { save, busy, refused, errors } = useCentreChange(version)
  const changed = textKinds.filter((kind) => draft[kind] && JSON.stringify(draft[kind]) !== JSON.stringify(texts[kind]))
  return (
    <StaffPage title={m.staff_screen_texts()} lead={m.staff_texts_lead({ placeholders: '{centre} {address} {phone} {email}' })}>
      <form
        className={style.form}
        noValidate
        onSubmit={async (event) => {
          event.preventDefault()
          const body = { texts: Object.fromEntries(changed.map((kind) => [kind, draft[kind]])) }
          if (changed.length > 0 && (await save(body))) setDraft({})
        }}
      >
        {textKinds.map((kind) => (
          <Panel key={kind} title={titles[kind]()}>
            <TextEditor
              label={titles[kind]()}
              value={draft[kind] ?? texts[kind]}
              standard={defaults[kind]}
              onChange={(text) => setDraft((before) => ({ ...before, [kind]: text }))}
              preview={(text, language) => previewText(api, text, language)}
              errors={errors}
              path={`texts.${kind}`}
              {...shapes[kind]}
            />
          </Panel>
        ))}
        <SaveLine {...{ isDirty: changed.length > 0, busy, refused }} onDiscard={() => setDraft({})} />
      </form>
      <UnsavedGuard isDirty={changed.length > 0} />
    </StaffPage>
  )
}
