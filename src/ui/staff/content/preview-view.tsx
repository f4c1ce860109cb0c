import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { dataLocaleOf, type DataLocale } from '#i18n/languages.ts'
import { languageOptions } from '#ui/kit/data-languages.ts'
import { useApi } from '#ui/session/use-api.ts'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { previewQuery } from './content-queries.ts'
import { bodyOf, idOf } from './editor-draft.ts'
import style from './editor.module.css'
import type { Editor } from './use-editor.ts'

/**
 * The members' page with what is typed, saved or not, in a frame as wide as a phone: the page itself, so that its header, its
 * type sizes and its breaks are those that a visitor sees.
 */
export function PreviewView({ editor: { kind, id, value } }: { editor: Editor }) {
  const api = useApi()
  const [language, setLanguage] = useState(dataLocaleOf(getLocale()))
  const body = { ...(id !== undefined && { id: idOf(kind, id) }), ...bodyOf(kind, value) }
  const read = useQuery(previewQuery(api, kind, body))
  const src = read.data && `/${language}${read.data.path}`
  return (
    <div className={style.preview}>
      <div className={style.previewHead}>
        <SegmentedControl<DataLocale>
          legend={m.staff_content_language()}
          value={language}
          options={languageOptions}
          onChange={setLanguage}
        />
        <p className="note">{m.staff_content_preview_hint()}</p>
      </div>
      <ReadFailure read={read} />
      {src && <Phone src={src} />}
    </div>
  )
}

/** The frame follows its address without entries in the browser's history. */
function Phone({ src }: { src: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [first] = useState(src)
  useEffect(() => {
    const inside = frame.current?.contentWindow
    if (inside && src !== first) inside.location.replace(src)
  }, [src, first])
  return (
    // Our own page: with its scripts and its origin a sandbox would hold nothing back.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe ref={frame} className={style.phone} src={first} title={m.staff_content_preview_frame()} />
  )
}
