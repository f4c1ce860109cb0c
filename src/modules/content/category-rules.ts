import type { Category, Words } from './rules.ts'

/** Names of the categories of news and documents. In a file of its own: the list of routes needs the categories, and is loaded by every page. */
export const categoryNames = {
  notice: { tw: '公告', en: 'Notice' },
  closure: { tw: '停館', en: 'Closure' },
  event: { tw: '活動', en: 'Event' },
  course: { tw: '課程', en: 'Course' },
  facility: { tw: '設施', en: 'Facilities' },
  preorder: { tw: '季租登記', en: 'Pre-orders' },
  form: { tw: '申請表單', en: 'Forms' },
  rule: { tw: '規章辦法', en: 'Rules' },
  price: { tw: '收費標準', en: 'Fees' },
  guide: { tw: '使用指南', en: 'Guides' },
} as const satisfies Record<Category, Words>
