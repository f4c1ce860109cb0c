import { m } from '#i18n/generated/messages.js'
import { useEffect, useRef, type ReactNode } from 'react'
import style from './list-and-panel.module.css'
import { StaffButtonLink } from './staff-button.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { listCloser } from './use-list-keys.ts'

type Props = {
  /** Above the list. */
  filters?: ReactNode
  list: ReactNode
  panel: ReactNode
  /** What opens needs more room than the list: a picture beside its form. */
  isWidePanel?: boolean
}

/** A list and, beside it, what is open in it. Where there is no room for both, what is open takes the place of the list. */
export function ListAndPanel({ filters, list, panel, isWidePanel }: Props) {
  const isOpen = Boolean(panel)
  const listed = useFocusOnClosing(isOpen)
  return (
    <div className={style.around}>
      <div className={style.both} data-open={isOpen || undefined} data-wide-panel={isWidePanel}>
        {filters && <div className={style.filters}>{filters}</div>}
        <div className={style.list} ref={listed}>
          {list}
        </div>
        {panel}
      </div>
    </div>
  )
}

/** When what is open closes, the focus goes back to its row: the next key goes on from there. */
function useFocusOnClosing(isOpen: boolean) {
  const listed = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen) opener.current = listed.current?.querySelector<HTMLElement>('a[aria-current], [aria-current] a') ?? null
    else {
      // The panel has taken the focus with it.
      if (document.activeElement === document.body) opener.current?.focus()
      opener.current = null
    }
  })
  return listed
}

type PanelProps = {
  title: string
  /** Beside the title, such as a state. */
  chip?: ReactNode
  /** The address of the list with nothing open. */
  closed: string
  children: ReactNode
}

/** What is open, with its heading focused: the next tab stop is inside it. Give it the entry's key, so that the next one is focused too. */
export function OpenPanel({ title, chip, closed, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section className={style.panel} aria-label={title} data-open-panel>
      <header className={style.head}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {chip}
        <StaffButtonLink
          {...toLocation(closed)}
          {...listCloser}
          look="quiet"
          icon="remove"
          iconOnly
          resetScroll={false}
          aria-keyshortcuts="Escape"
        >
          {m.staff_order_close()}
        </StaffButtonLink>
      </header>
      {children}
    </section>
  )
}
