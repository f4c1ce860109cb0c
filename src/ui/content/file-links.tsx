import type { ArticleFileWire } from '#modules/content/wire.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { sayFile } from './content-words.ts'
import style from './file-links.module.css'

type Props = { files: ArticleFileWire[]; label: string; preview?: string | undefined }

/** Public files as plain links, with type and size. */
export function FileLinks({ files, label, preview }: Props) {
  if (files.length === 0) return null
  const query = preview === undefined ? '' : `?preview=${encodeURIComponent(preview)}`
  return (
    <ul className="stack gap-2" aria-label={label}>
      {files.map((file) => (
        <li key={file.id}>
          <a className={style.file} href={`/api/File/${file.id}${query}`} download={file.name}>
            <span className={style.icon}>
              <Icon name="file" size={20} />
            </span>
            <bdi className={style.name}>{file.name}</bdi>
            <span className={style.size}>{sayFile(file)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
