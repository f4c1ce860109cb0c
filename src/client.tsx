import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getRouter } from './router.tsx'
import { reloadOnStaleChunk } from './ui/shell/stale-chunk.ts'
import { adoptDocumentLanguage } from './ui/shell/language.ts'
import { followOtherTabs } from './ui/shell/logout.ts'

reloadOnStaleChunk()
adoptDocumentLanguage()
const router = getRouter()
followOtherTabs(router)
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
})
