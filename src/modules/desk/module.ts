import { noChecks, noFiles, noLetters, noRetention, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { counterApi } from './counter-api.ts'
import { staffOrdersApi } from './orders-api.ts'
import { sendDigests } from './send-digests.ts'
import { deskApi } from './staff-api.ts'
import { todayApi } from './today-api.ts'

export const desk = {
  provides: {},
  calls(api, house) {
    const { db, jobs, canText, catalogues, letters, orderKinds, after } = house
    deskApi(api, { db, catalogues, ...after })
    staffOrdersApi(api, { db, jobs, canText, catalogues, letters, orderKinds, ...after })
    todayApi(api, { db, catalogues })
    counterApi(api, { ...house, orders: house.payable, ...after })
  },
  jobs: ({ db, jobs, publicUrl, clock, onFailure }) => [
    {
      name: 'send-digests',
      every: '2 * * * *',
      run: () => sendDigests({ db, jobs, publicUrl }, clock.now(), onFailure('a digest could not be written')),
    },
  ],
  letters: noLetters,
  member: nothingOfMembers,
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module
