import { m } from '#i18n/generated/messages.js'
import { amountText, formatMoney } from '#i18n/money.ts'
import { hourText } from '#modules/desk/board-rules.ts'
import { averageStars, comparableFrom, leadSpans, shareOf, sumOf, type Figure } from '#modules/insight/rules.ts'
import type { InsightAnswer, VisitsOf, FigureTable as Table } from '#modules/insight/wire.ts'
import { DownloadButton } from '#ui/staff/kit/download-button.tsx'
import { BarPlot, type Bar } from './bar-plot.tsx'
import { aboutFigure, percentText, cellText } from './figure-words.ts'
import { HeatMap } from './heat-map.tsx'
import type { InsightSearch } from './insight-search.ts'
import style from './insight.module.css'
import { hoursShown } from './plot-model.ts'
import { MoneyPlot, SharePlot } from './time-plots.tsx'

type Props = { insight: InsightAnswer; /** Given: each figure can be saved as CSV by this search. */ csvOf?: InsightSearch }

/** All figures that the viewer may see: each a plot with its table beside it. */
export function Figures({ insight, csvOf }: Props) {
  return (
    <>
      {insight.tables.map((table) => (
        <section key={table.figure} className={style.figure} aria-labelledby={`figure-${table.figure}`}>
          <div className={style.figureHead}>
            <div>
              <h2 id={`figure-${table.figure}`}>{table.title}</h2>
              <p>{aboutFigure(table.figure)}</p>
            </div>
            {csvOf && <CsvButton search={csvOf} figure={table.figure} title={table.title} period={insight.period} />}
          </div>
          <div className={style.beside}>
            <div className={style.plots}>
              <Plot insight={insight} figure={table.figure} label={m.insight_plot_of({ figure: table.title })} />
            </div>
            <FigureTable table={table} />
          </div>
        </section>
      ))}
    </>
  )
}

type CsvProps = { search: InsightSearch; figure: Figure; title: string; period: InsightAnswer['period'] }

function CsvButton({ search, figure, title, period: { from, to } }: CsvProps) {
  return (
    <DownloadButton
      look="quiet"
      path="/api/Staff/Insight/Figure.csv"
      query={{ ...search, figure }}
      fileName={() => `insight-${from}-${to}-${figure}.csv`}
    >
      {m.insight_csv_of({ figure: title })}
    </DownloadButton>
  )
}

type PlotProps = { insight: InsightAnswer; figure: Figure; label: string }

function Plot({ insight, figure, label }: PlotProps) {
  if (figure === 'money') return <MoneyPlots insight={insight} label={label} />
  if (figure === 'ways') return <BarPlot label={label} bars={wayBars(insight)} write={formatMoney} />
  if (figure === 'refunds') return <BarPlot label={label} bars={refundBars(insight)} write={formatMoney} />
  const { visits, grain } = insight
  if (!visits) return null
  if (figure === 'hours') return <UseHeatMap label={label} insight={insight} visits={visits.now} />
  if (figure === 'refused') return <DemandHeatMap label={label} visits={visits.now} />
  if (figure === 'lead') return <BarPlot label={label} bars={leadBars(insight)} write={percentText} />
  if (figure === 'no-shows') return <BarPlot label={label} bars={noShowBars(insight)} write={percentText} />
  if (figure === 'ratings') return <BarPlot label={label} bars={ratingBars(insight)} write={(stars) => stars.toFixed(1)} />
  if (figure === 'logins') return <BarPlot label={label} bars={loginBars(insight)} write={amountText} />
  const shares = (points: VisitsOf['points']) => points.map(({ from, booked, bookable }) => ({ from, share: shareOf(booked, bookable) }))
  return (
    <>
      <BarPlot label={label} bars={facilityBars(insight)} write={percentText} />
      <h3>{m.insight_use_over_time()}</h3>
      <SharePlot
        label={m.insight_plot_of({ figure: m.insight_use_over_time() })}
        now={shares(visits.now.points)}
        before={shares(visits.before.points)}
        grain={grain}
      />
    </>
  )
}

type UseProps = { label: string; insight: InsightAnswer; visits: VisitsOf }

/** Each hour leads to the orders whose bookings it counts. */
function UseHeatMap({ label, insight: { period, facility }, visits: { bookedWeek, bookableWeek } }: UseProps) {
  const shares = bookedWeek.map((hours, day) => hours.map((booked, hour) => shareOf(booked, bookableWeek[day]![hour]!)))
  const hours = hoursShown(bookableWeek)
  if (hours.length === 0) return null
  const words = (day: number, hour: number) => ({
    share: percentText(shares[day]![hour]!),
    booked: amountText(Math.round(bookedWeek[day]![hour]! / 60)),
    bookable: amountText(Math.round(bookableWeek[day]![hour]! / 60)),
  })
  const ordersOf = (day: number, hour: number) =>
    `/staff/orders?${new URLSearchParams({ hour: hourText({ ...period, weekday: day + 1, hour }), ...(facility ? { facility } : {}) })}`
  return (
    <HeatMap
      label={label}
      shades={shares}
      hours={hours}
      write={(day, hour) => String(Math.round((shares[day]![hour] ?? 0) * 100))}
      say={(day, hour) => m.insight_read_use(words(day, hour))}
      leadTo={(day, hour) => (bookedWeek[day]![hour]! > 0 ? ordersOf(day, hour) : undefined)}
      scale={{ low: m.insight_scale_low(), high: m.insight_scale_high() }}
    />
  )
}

function DemandHeatMap({ label, visits: { demand } }: { label: string; visits: VisitsOf }) {
  const most = Math.max(1, ...demand.week.flat())
  const hours = hoursShown(demand.week)
  if (hours.length === 0) return null
  const write = (day: number, hour: number) => amountText(demand.week[day]![hour]!)
  return (
    <HeatMap
      label={label}
      shades={demand.week.map((ofDay) => ofDay.map((times) => (times === 0 ? null : times / most)))}
      hours={hours}
      write={write}
      say={write}
      scale={{ low: m.insight_scale_few(), high: m.insight_scale_many() }}
    />
  )
}

function MoneyPlots({ insight, label }: { insight: InsightAnswer; label: string }) {
  const { money, grain } = insight
  const before = new Map(money.before.facilities.map((one) => [one.code, one.in - one.out]))
  const bars = money.now.facilities.map(({ code, name, in: paid, out }) => ({
    name,
    value: Math.max(0, paid - out),
    before: moneyBeside(insight, before.get(code)),
    text: formatMoney(paid - out),
  }))
  return (
    <>
      <MoneyPlot label={m.insight_plot_of({ figure: m.insight_money_over_time() })} points={money.now.points} grain={grain} />
      {bars.length > 0 && <BarPlot label={label} bars={bars} write={formatMoney} />}
    </>
  )
}

/** Null: there is nothing to compare with. */
const moneyBeside = ({ before, firstDay }: InsightAnswer, amount: number | undefined): number | null =>
  amount ?? (comparableFrom(before, firstDay) === 'none' ? null : 0)

function wayBars(insight: InsightAnswer): Bar[] {
  const { now, before } = insight.money
  const was = new Map(before.ways.map((one) => [one.way, one.in - one.out]))
  return now.ways.map(({ way, name, in: paid, out }) => ({
    name,
    value: Math.max(0, paid - out),
    before: moneyBeside(insight, was.get(way) || undefined),
    text: formatMoney(paid - out),
  }))
}

function facilityBars({ visits }: InsightAnswer): Bar[] {
  const before = new Map(visits!.before.facilities.map((one) => [one.code, shareOf(one.booked, one.bookable)]))
  return visits!.now.facilities.map(({ code, name, booked, bookable }) => {
    const share = shareOf(booked, bookable)
    return { name, value: share ?? 0, before: before.get(code) ?? null, text: percentText(share) }
  })
}

function noShowBars({ visits }: InsightAnswer): Bar[] {
  const shareIn = ({ came, missed }: { came: number; missed: number }) => shareOf(missed, came + missed)
  const before = new Map(visits!.before.facilities.map((one) => [one.code, shareIn(one)]))
  return visits!.now.facilities
    .filter((one) => shareIn(one) !== null)
    .map((one) => ({ name: one.name, value: shareIn(one)!, before: before.get(one.code) ?? null, text: percentText(shareIn(one)) }))
}

function leadBars({ visits, tables }: InsightAnswer): Bar[] {
  const [all, was] = [sumOf(visits!.now.lead), sumOf(visits!.before.lead)]
  const rows = tables.find(({ figure }) => figure === 'lead')!.rows
  return leadSpans.map((_, n) => {
    const share = shareOf(visits!.now.lead[n]!, all)
    return { name: String(rows[n]![0]), value: share ?? 0, before: shareOf(visits!.before.lead[n]!, was), text: percentText(share) }
  })
}

function refundBars(insight: InsightAnswer): Bar[] {
  const { money } = insight
  const before = new Map(money.before.refunds.map((one) => [one.cause, one.amount]))
  return money.now.refunds.map(({ cause, name, amount }) => ({
    name,
    value: amount,
    before: moneyBeside(insight, before.get(cause)),
    text: formatMoney(amount),
  }))
}

function ratingBars({ visits }: InsightAnswer): Bar[] {
  const before = new Map(visits!.before.ratings.facilities.map((one) => [one.code, averageStars(one.stars)]))
  return visits!.now.ratings.facilities.map(({ code, name, stars }) => {
    const average = averageStars(stars)
    return { name, value: average ?? 0, before: before.get(code) ?? null, text: average === null ? '' : average.toFixed(1) }
  })
}

function loginBars({ visits }: InsightAnswer): Bar[] {
  const before = new Map(visits!.before.logins.map((one) => [one.key, one.count]))
  return visits!.now.logins.map(({ key, name, count }) => ({
    name,
    value: count,
    before: before.get(key) ?? null,
    text: amountText(count),
  }))
}

/** The numbers of a figure. Focusable, so that it can be scrolled by keyboard. */
function FigureTable({ table }: { table: Table }) {
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
