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
 * Loads the scripts after the styles: on a phone the two would share the connection and delay the first paint. Browsers neither fetch
 * nor run what a `<template>` holds. The script behind it waits for the styles and for nothing else, and then puts the framework's
 * scripts into the document.
 */
function ScriptsAfterStyles() {
  const nonce = useRouter().options.ssr?.nonce
  const files = useTags()
    .filter(isScriptFile)
    .map((tag) => String(tag.attrs?.['href']))
  return (
    <>
      <template>
        <Scripts />
      </template>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: startScripts(files) }} />
    </>
  )
}

/**
 * Inline script that runs the scripts of the template before it, and requests all files at once: otherwise the browser finds each
 * one only when the file that imports it has arrived.
 */
const startScripts = (files: string[]): string =>
  `{const c=document.currentScript,t=c.previousElementSibling;for(const f of ${JSON.stringify(files)}){const e=document.createElement('link');e.rel='modulepreload';e.href=f;e.nonce=c.nonce;document.head.append(e)}t.replaceWith(t.content)}`

const nothing = () => null

// The development server loads scripts in its own way. In the browser there is nothing left to load.
export const PageHead = import.meta.env.DEV ? HeadContent : HeadWithoutScripts
export const PageScripts = import.meta.env.DEV ? Scripts : typeof document === 'undefined' ? ScriptsAfterStyles : nothing
