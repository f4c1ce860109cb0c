import { screenIcons } from '#navigation/staff-screens.ts'

/** Line icons of the console, on a 20 px grid, in the colour of the text around them. The members' icons are in ui/kit/icon.tsx. */
const paths = {
  ...screenIcons,
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l4 4',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  court: 'M3 6h14v8H3zM10 6v8',
  plus: 'M10 4v12M4 10h12',
  up: 'M5 12l5-5 5 5',
  down: 'M5 8l5 5 5-5',
  download: 'M10 3.5v9M6.5 9l3.5 3.5L13.5 9M4 16.5h12',
  left: 'M12 5l-5 5 5 5',
  right: 'M8 5l5 5-5 5',
  split: 'M2.5 5h15v10h-15zM10 5v10M6 10h1.5M12.5 10H14',
  archive: 'M3 4h14v3.5H3zM4.5 7.5V16h11V7.5M8 10.5h4',
  restore: 'M4 8.5h8.5a3.5 3.5 0 0 1 0 7H8M4 8.5l3.5-3.5M4 8.5 7.5 12',
  remove: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z',
  italic: 'M8.5 4h6M5.5 16h6M11.5 4l-3 12',
  heading: 'M5 4v12M13 4v12M5 10h8M16 12v4',
  bullets: 'M4 5.5h.1M4 10h.1M4 14.5h.1M7.5 5.5H17M7.5 10H17M7.5 14.5H17',
  numbers: 'M3.5 4.5 5 3.8V8M3.3 12.3c1.6-1.5 3 .3 1.9 1.6L3.3 16h2.6M8.5 6H17M8.5 14H17',
  quote: 'M4 6h5v5c0 2-1.2 3-3 3.5M11.5 6h5v5c0 2-1.2 3-3 3.5',
  link: 'M8 12l4-4M9 6l1.5-1.5a3.2 3.2 0 0 1 4.6 4.6L13.5 10.6M11 14l-1.5 1.5a3.2 3.2 0 0 1-4.6-4.6L6.5 9.4',
  table: 'M3 4.5h14v11H3zM3 8.5h14M3 12h14M10 4.5v11',
  picture: 'M3 4.5h14v11H3zM3 13l4-4 4 4M10.5 12.5 13 10l4 4M13.2 7.4h.1',
  arrow: 'M4 10h12m-4-4 4 4-4 4',
  check: 'M4 10.5 8.5 15 16 6',
  alert: 'M10 3.5 17.5 16h-15zM10 8.5v3.5M10 13.8v.3',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6v4l2.5 1.5',
  copy: 'M7.5 7.5h9v9h-9zM4 12.5v-9h9',
  camera: 'M3 6h3.2l1.3-2h5l1.3 2H17v10H3zM10 13.5a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  sound: 'M4 8v4h2.5L10 15V5L6.5 8zM13 7.5a3.5 3.5 0 0 1 0 5M15 5.5a6.3 6.3 0 0 1 0 9',
  silent: 'M4 8v4h2.5L10 15V5L6.5 8zM13 8l4 4M17 8l-4 4',
  door: 'M5 16.5V3.5h10v13M3 16.5h14M12 10v.5',
  print: 'M6 7V3.5h8V7M6 14H3.5V7h13v7H14M6 11.5h8v5H6z',
  zoomIn: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM13.5 13.5 17 17M6.5 9h5M9 6.5v5',
  zoomOut: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM13.5 13.5 17 17M6.5 9h5',
  turnLeft: 'M4.5 4v4h4M4.5 8A6.5 6.5 0 1 1 4 12.5',
  turnRight: 'M15.5 4v4h-4M15.5 8A6.5 6.5 0 1 0 16 12.5',
  price: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM7.5 8h5M7.5 11h5M10 6.5v7',
}

export type StaffIconName = keyof typeof paths

/** An icon that the API names. */
export const staffIconNamed = (name: string): StaffIconName => (Object.hasOwn(paths, name) ? (name as StaffIconName) : 'search')

export function StaffIcon({ name, size = 20 }: { name: StaffIconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={paths[name]} />
    </svg>
  )
}
