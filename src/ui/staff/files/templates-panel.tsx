import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import type { CatalogueChanges, CatalogueFile } from '#ui/staff/kit/catalogue-types.ts'
import { templatesQuery } from '#ui/staff/kit/catalogue-query.ts'
import { saveFile } from '#ui/kit/save-file.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { toastRefusal, useOneCall } from '#ui/staff/kit/use-staff-call.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import style from './files.module.css'

/** Centres to begin with: as a file to change, or taken over after a look at what they add. */
export function TemplatesPanel({ onUse }: { onUse(name: string, changes: CatalogueChanges): Promise<void> }) {
  const api = useApi()
  const { items } = useSuspenseQuery(templatesQuery(api)).data
  const [wanted, setWanted] = useState('')
  const { once, busy } = useOneCall(toastRefusal)
  const withFile = (id: string, use: (file: CatalogueFile) => Promise<void> | void) =>
    void once(async () => {
      setWanted(id)
      await use(await api.get<CatalogueFile>(`/api/Staff/Catalogue/Template/${id}`))
    })
  const save = (id: string) => (file: CatalogueFile) =>
    saveFile(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }), `${id}.json`)
  const use =
    (name: string) =>
    ({ $schema: _, format: __, version: ___, ...changes }: CatalogueFile) =>
      onUse(name, changes)
  return (
    <Panel title={m.files_templates_title()} lead={m.files_templates_lead()}>
      <ul className={style.templates}>
        {items.map(({ id, name, about, facilities, courts }) => (
          <li key={id}>
            <div>
              <b>{name}</b>
              <p>{about}</p>
              <small>{m.files_template_counts({ facilities, courts })}</small>
            </div>
            <div className={style.row}>
              <StaffButton
                icon="plus"
                busy={busy && wanted === id}
                aria-label={m.files_template_use_of({ name })}
                onClick={() => withFile(id, use(name))}
              >
                {m.files_template_use()}
              </StaffButton>
              <StaffButton
                look="quiet"
                icon="download"
                aria-label={m.files_template_download_of({ name })}
                onClick={() => withFile(id, save(id))}
              >
                {m.files_template_download()}
              </StaffButton>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
