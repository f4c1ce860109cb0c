import { noLetters, noRetention, noSearches, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { highlightApi } from './api.ts'
import { makeVariants } from './make-variants.ts'
import { isDraftPicture } from './read-story.ts'
import { highlightStaffApi } from './staff-api.ts'

export const highlights = {
  provides: {},
  calls(api, { db, files, jobs, tokens, publicUrl }) {
    highlightApi(api, { db, files, tokens })
    highlightStaffApi(api, { db, files, jobs, tokens, publicUrl })
  },
  jobs: ({ db, files, clock, log, onFailure }) => [
    {
      // Pictures in the sizes that pages show: soon after a story was saved, and at start.
      name: 'make-pictures',
      atStart: true,
      run: async () => {
        const made = await makeVariants({ db, files }, clock.now(), { onFailure: onFailure('a picture could not be made') })
        if (made > 0) log.info({ made }, 'pictures were made')
      },
    },
  ],
  letters: noLetters,
  member: nothingOfMembers,
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  showsFile: isDraftPicture,
} satisfies Module
