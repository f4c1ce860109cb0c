import type { HighlightListAnswer } from '#modules/highlights/wire.ts'
import { useState } from 'react'
import { Story } from './story.tsx'
import { PictureViewer } from './picture-viewer.tsx'

/** All stories of a page. The viewer steps through all of their pictures; on closing, the last one shown receives the focus. */
export function Gallery({ stories }: { stories: HighlightListAnswer['items'] }) {
  const [open, setOpen] = useState<number>()
  const all = stories.flatMap(({ title, pictures }) => pictures.map((picture) => ({ picture, title })))
  const indexOf = (id: string) => all.findIndex(({ picture }) => picture.id === id)
  const close = () => {
    const id = open === undefined ? undefined : all[open]?.picture.id
    setOpen(undefined)
    // A frame later, after the dialog has restored the focus to the picture that opened it.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-picture="${id}"]`)?.focus())
  }
  return (
    <>
      {stories.map((story, n) => (
        <Story key={story.id} story={story} first={n === 0} onOpen={(k) => setOpen(indexOf(story.pictures[k]!.id))} />
      ))}
      {open !== undefined && <PictureViewer all={all} at={open} onMove={setOpen} onClose={close} />}
    </>
  )
}
