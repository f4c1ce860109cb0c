import { Asset, HeadContent, Scripts, useRouter, useTags } from '@tanstack/react-router'

type Tag = ReturnType<typeof useTags>[number]
const isScriptFile = (tag: Tag): boolean => tag.tag === 'link' && tag.attrs?.['rel'] === 'modulepreload'

/**
 * Meta tags and styles of the document's head, without module preloads. Files of styles and meta tags need no nonce, and kept pages
 * compress better without: each nonce ends what the compressor remembers.
 */
function HeadWithoutScripts() {
  const nonce = useRouter().options.ssr?.nonce
  return useTags()
    .filter((tag) => !isScriptFile(tag))
    .map((tag) =>
      tag.tag === 'meta' || tag.tag === 'link' ? (
        <Asset tag={tag.tag} attrs={{ ...tag.attrs, nonce: undefined }} key={JSON.stringify(tag)} />
      ) : (
        <Asset {...tag} nonce={nonce} key={JSON.stringify(tag)} />
      ),
    )
}

/**
 * Loads the scripts after the styles: on a phone the two would share the connection and delay the first paint. A script at the
 * end of the body waits for the styles and for nothing else.
 */
function ScriptsAfterStyles() {
  const router = useRouter()
  const files = useTags().filter(isScriptFile)
  const nonce = router.options.ssr?.nonce
  const state = router.serverSsr?.takeInitialHydrationScriptTags()
  const entries = Object.values(router.ssr?.manifest?.routes ?? {}).flatMap((route) => route.scripts ?? [])
  const fetching = fetchFiles(
    files.map((tag) => String(tag.attrs?.['href'])),
    entries.map((script) => String(script.attrs?.['src'])),
  )
  return (
    <>
      {state?.before.map((tag) => (
        <Asset {...tag} key={tag.children} />
      ))}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: fetching }} />
      {state && <Asset {...state.boundary} />}
    </>
  )
}

/** Inline script that requests all files at once: otherwise the browser finds each one only when the file that imports it has arrived. */
const fetchFiles = (files: string[], entries: string[]): string =>
  `for(const[t,n,a]of ${JSON.stringify([
    ...files.map((href) => ['link', 'modulepreload', href]),
    ...entries.map((src) => ['script', 'module', src]),
  ])}){const e=document.createElement(t);t==='link'?(e.rel=n,e.href=a):(e.type=n,e.src=a);e.nonce=document.currentScript.nonce;document.head.append(e)}`

const nothing = () => null

// The development server loads scripts in its own way. In the browser there is nothing left to load.
export const PageHead = import.meta.env.DEV ? HeadContent : HeadWithoutScripts
export const PageScripts = import.meta.env.DEV ? Scripts : typeof document === 'undefined' ? ScriptsAfterStyles : nothing
