import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { onFiles(files: File[]): void }

/** The browser's choice of files, whose own field cannot be styled: unseen, and opened through its ref by a button. */
export const FileChooser = ({ onFiles, ...input }: Props) => (
  <input
    hidden
    tabIndex={-1}
    {...input}
    type="file"
    onChange={({ target }) => {
      if (target.files?.length) onFiles([...target.files])
      // Browsers fire no change event when the same file is chosen again; it may have been corrected meanwhile.
      target.value = ''
    }}
  />
)
