import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { dayOf } from '#lib/zone.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useState } from 'react'
import style from './setting.module.css'

/** Downloads all data that the centre keeps about the member. */
export function ExportData() {
  const api = useApi()
  const [busy, setBusy] = useState(false)

  async function download(): Promise<void> {
    setBusy(true)
    try {
      save(await api.blob('/api/AccountMember/Export'), `fieldhouse-${dayOf(new Date())}.json`)
      toast('success', m.setting_export_done())
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.status !== 401) toast('error', error.title || m.error_request_failed())
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={style.block}>
      <div>
        <h3>{m.setting_export()}</h3>
        <p>{m.setting_export_text()}</p>
      </div>
      <Button look="secondary" busy={busy} onClick={() => void download()}>
        {m.setting_export_action()}
      </Button>
    </div>
  )
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(URL.revokeObjectURL, 10_000, url)
}
