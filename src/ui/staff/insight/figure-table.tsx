import { m } from '#i18n/generated/messages.js'
import type { FigureTable as Table } from '#modules/insight/wire.ts'
import { cellText } from './figure-words.ts'
import style from './insight.module.css'

/** The numbers of a figure. Focusable, so that it can be scrolled by keyboard. */
export function FigureTable({ table }: { table: Table }) {
  const label = m.insight_table_of({ figure: table.title })
  if (table.rows.length === 0) return <p className={style.empty}>{m.insight_no_data()}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={style.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={style.table}>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {table.columns.map(({ head, kind }) => (
              <th key={head} scope="col" data-align={kind === 'text' ? undefined : 'end'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.slice(0, 3).join(' ')}>
              {row.map((cell, place) => {
                const { head, kind } = table.columns[place]!
                return place === 0 ? (
                  <th key={head} scope="row">
                    {cellText(cell, kind)}
                  </th>
                ) : (
                  <td key={head} data-align={kind === 'text' ? undefined : 'end'}>
                    {cellText(cell, kind)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
