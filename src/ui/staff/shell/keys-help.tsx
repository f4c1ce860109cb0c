import { m } from '#i18n/generated/messages.js'
import { Sheet } from '#ui/kit/sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import style from './keys-help.module.css'

const lines = [
  { keys: ['J', 'K'], what: m.staff_keys_move },
  { keys: ['Enter'], what: m.staff_keys_open },
  { keys: ['Esc'], what: m.staff_keys_close },
  { keys: ['/'], what: m.staff_keys_search },
  { keys: ['Ctrl K'], what: m.staff_keys_search_all },
  { keys: ['?'], what: m.staff_keys_help },
]

export const KeysButton = ({ onOpen }: { onOpen(): void }) => (
  <span className={style.open}>
    <StaffButton look="quiet" aria-label={m.staff_keys()} aria-keyshortcuts="?" onClick={onOpen}>
      <kbd className={style.key}>?</kbd>
    </StaffButton>
  </span>
)

/** The keys that all lists have. */
export const KeysSheet = ({ open, onClose }: { open: boolean; onClose(): void }) => (
  <Sheet open={open} title={m.staff_keys()} onClose={onClose}>
    <dl className={style.keys}>
      {lines.map(({ keys, what }) => (
        <div key={keys.join('')}>
          <dt>
            {keys.map((key) => (
              <kbd key={key} className={style.key}>
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{what()}</dd>
        </div>
      ))}
    </dl>
    <p className="note">{m.staff_keys_note()}</p>
  </Sheet>
)
