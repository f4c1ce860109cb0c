import { IconButton } from './icon-button.tsx'

type Props = { /** Accessible name: what is removed. */ label: string; className?: string | undefined; onClick(): void }

/** Icon button that removes one item from a list. */
export const RemoveButton = (props: Props) => <IconButton icon="close" size={18} tone="danger" {...props} />
