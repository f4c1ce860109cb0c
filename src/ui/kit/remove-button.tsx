import { IconButton } from './icon-button.tsx'

type Props = { /** What goes. */ label: string; className?: string | undefined; onClick(): void }

/** Takes one thing out of a list. */
export const RemoveButton = (props: Props) => <IconButton icon="close" size={18} tone="danger" {...props} />
