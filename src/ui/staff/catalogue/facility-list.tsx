import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import type { CatalogueAnswer, FacilityFile } from '#ui/staff/kit/catalogue-types.ts'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { say } from '#ui/staff/kit/say-words.ts'
import { useLiveCatalogue } from '#ui/staff/kit/use-live-catalogue.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { hoursOn } from './edit-hours.ts'
import { holdsOn, priceSpan } from '#ui/staff/kit/edit-prices.ts'
import style from './catalogue.module.css'
import { NewFacility } from './new-facility.tsx'
import { today } from '#ui/staff/kit/today.ts'

export type ListSearch = { show?: string | undefined; sort?: string | undefined; new?: string | undefined }

type Row = {
  facility: FacilityFile
  courts: number
  hours: string
  prices: { from: number; to: number } | undefined
  /** Courts with bookings to come. */
  bookedAhead: number
}

/** All facilities: courts, hours of today, prices, bookings to come. */
export function FacilityList({ show, sort = '', new: isNew }: ListSearch) {
  const navigate = useNavigate()
  const catalogue = useLiveCatalogue()
  const all = catalogue.file.facilities ?? []
  const showsRetired = show === 'retired'
  const rows = all.filter(({ retired }) => Boolean(retired) === showsRetired).map((facility) => rowOf(facility, catalogue))
  const retired = all.filter((one) => one.retired).length
  return (
    <StaffPage
      title={m.staff_screen_facilities()}
      lead={m.catalogue_list_lead()}
      actions={
        <StaffButtonLink look="primary" icon="plus" to="/staff/catalogue" search={{ new: '1' }}>
          {m.catalogue_new()}
        </StaffButtonLink>
      }
      tabs={
        <TabLinks label={m.catalogue_filter()}>
          <TabLink to="/staff/catalogue" search={{}} here={!showsRetired}>
            {m.catalogue_in_use({ count: all.length - retired })}
          </TabLink>
          <TabLink to="/staff/catalogue" search={{ show: 'retired' }} here={showsRetired}>
            {m.catalogue_retired_count({ count: retired })}
          </TabLink>
        </TabLinks>
      }
    >
      <DataTable
        caption={m.staff_screen_facilities()}
        columns={columns()}
        rows={rows}
        rowKey={({ facility }) => facility.code}
        sorting={sort}
        onSort={(sorting) => void navigate({ to: '/staff/catalogue', search: { show, sort: sorting }, replace: true, resetScroll: false })}
        empty={showsRetired ? m.catalogue_none_retired() : m.catalogue_none()}
      />
      {isNew !== undefined && <NewFacility catalogue={catalogue} />}
    </StaffPage>
  )
}

function rowOf(facility: FacilityFile, { file, bookedAhead }: CatalogueAnswer): Row {
  const day = today()
  const timetable = holdsOn(facility.timetables, day)
  const holiday = file.holidays?.find((one) => one.day === day)
  const hours = timetable ? hoursOn(timetable, day, holiday) : []
  const courts = facility.courts.filter(({ retired }) => !retired)
  return {
    facility,
    courts: courts.length,
    hours: hours.map(({ opens, closes }) => `${opens}–${closes}`).join(', '),
    prices: priceSpan(holdsOn(facility.priceLists, day)),
    bookedAhead: courts.filter(({ code }) => bookedAhead.includes(code)).length,
  }
}

const columns = (): Column<Row>[] => [
  {
    key: 'name',
    head: m.staff_kind_facility(),
    isRowHead: true,
    sortBy: ({ facility }) => say(facility.name),
    cell: ({ facility }) => (
      <Link to="/staff/catalogue/facility" search={{ code: facility.code }} className={style.name}>
        <span className={style.picture} style={{ '--court': facility.colour, '--court-line': '#ffffff' } as object}>
          <CourtDrawing sport={facility.drawing} />
        </span>
        <span>
          {say(facility.name)}
          <small>{facility.code}</small>
        </span>
      </Link>
    ),
  },
  {
    key: 'courts',
    head: m.catalogue_tab_courts(),
    align: 'end',
    sortBy: ({ courts }) => courts,
    cell: ({ courts }) => (courts > 0 ? courts : <Chip tone="due">{m.catalogue_missing()}</Chip>),
  },
  {
    key: 'hours',
    head: m.catalogue_hours_today(),
    sortBy: ({ hours }) => hours,
    cell: ({ hours, facility }) =>
      hours || (facility.timetables.length > 0 ? m.catalogue_closed_today() : <Chip tone="due">{m.catalogue_missing()}</Chip>),
  },
  {
    key: 'prices',
    head: m.catalogue_slot_price(),
    align: 'end',
    sortBy: ({ prices }) => prices?.from ?? -1,
    cell: ({ prices }) => (prices ? sayPrices(prices) : <Chip tone="due">{m.catalogue_missing()}</Chip>),
  },
  {
    key: 'ahead',
    head: m.catalogue_courts_booked(),
    align: 'end',
    isWide: true,
    sortBy: ({ bookedAhead }) => bookedAhead,
    cell: ({ bookedAhead, courts }) => (bookedAhead > 0 ? m.catalogue_booked_of({ count: bookedAhead, all: courts }) : '–'),
  },
]

const sayPrices = ({ from, to }: { from: number; to: number }) =>
  from === to ? formatMoney(from) : `${formatMoney(from)}–${formatMoney(to)}`
