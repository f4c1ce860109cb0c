import { useObjectUrl } from '#ui/files/use-object-url.ts'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'img'>, 'src' | 'alt'> & { fileId: string; alt: string }

/** A picture that only staff may see: fetched with the session, since a private file has no address that an `img` could load. */
export function PrivatePicture({ fileId, alt, ...img }: Props) {
  const shown = useObjectUrl(fileId)
  if (shown === 'failed') return <span role="img" aria-label={alt} className={img.className} />
  return <img {...img} src={shown?.url} alt={alt} data-loading={shown ? undefined : true} />
}
