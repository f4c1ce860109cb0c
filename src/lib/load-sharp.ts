import type sharp from 'sharp'

let loaded: Promise<typeof sharp> | undefined

/** The image library, loaded when the first image is worked on: it takes a moment and tens of megabytes. */
export function loadSharp(): Promise<typeof sharp> {
  return (loaded ??= import('sharp').then(({ default: made }) => {
    // No cache: every image is seen once, and libvips would keep memory and handles of deleted temporary files.
    made.cache(false)
    return made
  }))
}
