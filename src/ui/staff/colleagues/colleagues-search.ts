import { anId, oneOf, readAddress } from '#ui/staff/kit/address.ts'

/** What the address says: the tab, and the sheet that is open. */
export type ColleaguesSearch = { view?: 'roles' | undefined; who?: string | undefined; invite?: 'new' | undefined }

export const colleaguesSearch = (search: ColleaguesSearch): ColleaguesSearch =>
  readAddress<ColleaguesSearch>(search, { view: oneOf('roles'), who: anId, invite: oneOf('new') })
