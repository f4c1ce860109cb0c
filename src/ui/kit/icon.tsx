/** Line icons on a 24 px grid, in the colour of the surrounding text. */
const paths = {
  home: 'M4 11.5 12 4l8 7.5M6 10v9.5h4.5V14h3v5.5H18V10',
  login: 'M14 4h4.5v16H14M4 12h10m-3.5-4 4 4-4 4',
  logout: 'M10 4H5.5v16H10M10 12h9.5m-3.5-4 4 4-4 4',
  register: 'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM3.5 20c.5-3.5 3-5 6.5-5 1.4 0 2.7.3 3.7.8M18 14v6m-3-3h6',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM5 20c.6-3.6 3.3-5 7-5s6.4 1.4 7 5',
  profile: 'M4 5h16v14H4zM8.8 12.2a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6 16c.3-1.7 1.3-2.3 2.8-2.3s2.5.6 2.8 2.3M14.5 9.5H18M14.5 13H18',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  language:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 12h17M12 3c2.6 2.5 3.8 5.5 3.8 9s-1.2 6.5-3.8 9c-2.6-2.5-3.8-5.5-3.8-9S9.4 5.5 12 3Z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7M18.7 5.3 17 7M7 17l-1.7 1.7',
  moon: 'M20 14.2A8.3 8.3 0 0 1 9.8 4a8.3 8.3 0 1 0 10.2 10.2Z',
  system: 'M3.5 5h17v11h-17zM9 20h6M12 16v4',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5v.3',
  close: 'M6 6l12 12M18 6 6 18',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  'eye-off': 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4.5 4.5l15 15',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  forward: 'M9.5 5.5 16 12l-6.5 6.5',
  court: 'M3.5 5.5h17v13h-17zM12 5.5v13M3.5 9.5H7v5H3.5M20.5 9.5H17v5h3.5',
  heart: 'M12 20.3 4.6 13a4.9 4.9 0 0 1 6.9-7l.5.6.5-.6a4.9 4.9 0 0 1 6.9 7Z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3l5.2 5.2',
  up: 'M5.5 14.5 12 8l6.5 6.5',
  phone: 'M7.5 3h9v18h-9zM11 18h2',
  key: 'M8.5 19a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM11.7 11.3 20 3m-4.5 4.5L18 10m-5-.2 2 2',
  card: 'M3.5 6h17v12.5h-17zM3.5 10h17M7 14.5h4',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.5-3.7 3-5 6.5-5s6 1.3 6.5 5M15.5 4.9a3.5 3.5 0 0 1 0 6.2M17.5 14.9c2.3.5 3.7 1.9 4 4.6',
  device: 'M4.5 5h15v10.5h-15zM2.5 19h19',
  check: 'M5 12.5 10 17.5 19.5 7',
  upload: 'M12 15.5V4.5m-4 4 4-4 4 4M4.5 14v5.5h15V14',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5',
  alert: 'M12 4 21 19.5H3zM12 10v4.5M12 16.8v.3',
  ticket: 'M3.5 7h17v3.2a1.9 1.9 0 0 0 0 3.6V17h-17v-3.2a1.9 1.9 0 0 0 0-3.6zM14.5 7v2m0 2v2m0 2v2',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  share: 'M12 15V3.5M8 7l4-3.5L16 7M5 11.5V20h14v-8.5',
  copy: 'M9 9h10.5v11H9zM5 15.5V4.5h10',
  bank: 'M3.5 9.5 12 4l8.5 5.5zM5 20h14M6.5 9.5V17M10.2 9.5V17M13.8 9.5V17M17.5 9.5V17M4.5 17h15',
  shop: 'M5 10v9.5h14V10M3.5 10 5.5 4.5h13l2 5.5a2.8 2.8 0 0 1-5.6 0 2.9 2.9 0 0 1-5.8 0A2.8 2.8 0 0 1 3.5 10ZM10 19.5V15h4v4.5',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  mail: 'M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5',
  locker: 'M5 3.5h14v17H5zM12 3.5v17M8 7h1.5M14.5 7H16M9.8 12v2M14.2 12v2',
  camera: 'M3.5 7.5h4l1.5-2.5h6l1.5 2.5h4v11.5h-17zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z',
  wrench: 'M14.5 6.2a4.5 4.5 0 0 1 5.6-1.4l-3 3 1.9 1.9 3-3a4.5 4.5 0 0 1-6.2 5.7L8 20a2 2 0 0 1-2.9-2.9l7.6-7.7a4.5 4.5 0 0 1 1.8-3.2Z',
  pen: 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5 17.5 10',
  news: 'M4 5h13v14.5H6a2 2 0 0 1-2-2zM17 9h3v8.5a2 2 0 0 1-3 0M7 8.5h7M7 12h7M7 15.5h4',
} as const

export type IconName = keyof typeof paths

/** An icon that the API names; a ticket where there is none of this name. */
export const iconNamed = (name: string): IconName => (Object.hasOwn(paths, name) ? (name as IconName) : 'ticket')

export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={paths[name]} />
    </svg>
  )
}
