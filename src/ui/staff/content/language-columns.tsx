import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { dataLocaleOf, dataLocales, othersThan, type DataLocale } from '#i18n/languages.ts'
import { htmlLang } from '#i18n/locale.ts'
import { inLanguage, languageOptions } from '#ui/kit/data-languages.ts'
import { maxBody } from '#modules/content/rules.ts'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { TextAreaInput, TextInput } from '#ui/staff/kit/fields.tsx'
import { useRef, useState } from 'react'
import { applyEdit } from './apply-edit.ts'
import type { Draft } from './editor-draft.ts'
import style from './editor.module.css'
import { insertBlock, pictureText } from './markdown-edit.ts'
import { MarkdownField } from './markdown-field.tsx'
import { PictureSheet, type PlacedPicture } from './picture-sheet.tsx'
import type { Editor } from './use-editor.ts'
import { usePictureUpload, type UploadedPicture } from '#ui/staff/kit/use-uploads.ts'

const suffix = { tw: 'Tw', en: 'En' } as const
const longest = { title: { tw: 120, en: 200 }, summary: { tw: 300, en: 500 }, storyTitle: 120, storyText: 2000 } as const

/** Both languages side by side; where there is no room, one at a time. */
export function LanguageColumns({ editor }: { editor: Editor }) {
  const { kind, value, edit } = editor
  const [shown, show] = useState(dataLocaleOf(getLocale()))
  const { areas, asking, isSending, take, place, skip } = usePlacedPictures()
  const column = (one: DataLocale) => (
    <Column
      key={one}
      {...{ kind, value, language: one, edit }}
      isShown={shown === one}
      setArea={(area) => {
        areas.current[one] = area
      }}
      onPictures={(files) => take(one, files)}
    />
  )
  return (
    <>
      <div className={style.choose}>
        <SegmentedControl<DataLocale> legend={m.staff_content_language()} value={shown} options={languageOptions} onChange={show} />
      </div>
      <p className={style.sending} role="status">
        {isSending ? m.upload_sending() : ''}
      </p>
      <div className={style.columns}>{dataLocales.map(column)}</div>
      {asking && (
        <PictureSheet
          key={asking.pictures[0]!.id}
          picture={asking.pictures[0]!}
          language={asking.language}
          onPlace={place}
          onClose={skip}
        />
      )}
    </>
  )
}

/** Uploads pictures, asks about one after another, and puts them where the cursor is, in one language or both. */
function usePlacedPictures() {
  const areas = useRef<Partial<Record<DataLocale, HTMLTextAreaElement | null>>>({})
  const [asking, setAsking] = useState<{ language: DataLocale; pictures: UploadedPicture[] }>()
  const language = useRef<DataLocale>(dataLocales[0])
  const { send, isSending } = usePictureUpload((pictures) => setAsking({ language: language.current, pictures }))
  const skip = () => setAsking((now) => (now && now.pictures.length > 1 ? { ...now, pictures: now.pictures.slice(1) } : undefined))
  return {
    areas,
    asking,
    isSending,
    skip,
    take(one: DataLocale, files: File[]): void {
      language.current = one
      void send(files)
    },
    place({ picture, alt, both }: PlacedPicture): void {
      const first = asking!.language
      skip()
      // After the sheet has given the focus back.
      setTimeout(() => {
        for (const one of both ? [...othersThan(first), first] : [first]) {
          const area = areas.current[one]
          if (area) applyEdit(area, insertBlock(selectedIn(area), pictureText({ ...picture, alt: alt[one] })))
        }
      })
    },
  }
}

const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
})

type ColumnProps = Pick<Editor, 'kind' | 'value' | 'edit'> & {
  language: DataLocale
  isShown: boolean
  setArea(area: HTMLTextAreaElement | null): void
  onPictures(files: File[]): void
}

function Column({ kind, value, edit, language, isShown, setArea, onPictures }: ColumnProps) {
  const inIt = inLanguage(language)
  const lang = htmlLang(language)
  const field = (name: 'title' | 'summary' | 'body') => {
    const path = `${name}${suffix[language]}` as keyof Draft & string
    return { path, lang, value: value[path] as string, onChange: (text: string) => edit({ [path]: text }) }
  }
  const isStory = kind === 'stories'
  const titleLength = isStory ? longest.storyTitle : longest.title[language]
  return (
    <div className={style.column} data-shown={isShown || undefined}>
      <TextInput {...field('title')} label={`${m.staff_content_title()}${inIt}`} maxLength={titleLength} autoComplete="off" />
      {!isStory && (
        <TextAreaInput
          {...field('summary')}
          label={`${m.staff_content_summary()}${inIt}`}
          rows={2}
          optional
          maxLength={longest.summary[language]}
        />
      )}
      {isStory ? (
        <TextAreaInput
          {...field('body')}
          path={`text${suffix[language]}`}
          label={`${m.staff_content_body()}${inIt}`}
          rows={6}
          optional
          maxLength={longest.storyText}
        />
      ) : (
        <MarkdownField
          {...field('body')}
          label={`${m.staff_content_body()}${inIt}`}
          maxLength={maxBody}
          onPictures={onPictures}
          setArea={setArea}
        />
      )}
    </div>
  )
}
