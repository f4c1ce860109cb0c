import { Button, ButtonAnchor } from '#ui/kit/button.tsx'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import style from './staff-button.module.css'
import { StaffIcon, type StaffIconName } from './staff-icon.tsx'

type WithIcon<Props> = Omit<Props, 'icon' | 'className'> & { icon?: StaffIconName | undefined }

const iconOf = (icon: StaffIconName | undefined) => icon && <StaffIcon name={icon} size={18} />

/** The kit's button as the console has it: of the second rank unless said, with the console's icons, its words in one line. */
export const StaffButton = ({ icon, look = 'secondary', ...button }: WithIcon<ComponentProps<typeof Button>>) => (
  <Button {...button} look={look} icon={iconOf(icon)} className={style.line} />
)

/** A link that looks like a button; its address is checked against the route tree. */
export const StaffButtonLink = createLink(function StaffButtonAnchor({
  icon,
  look = 'secondary',
  ...anchor
}: WithIcon<ComponentProps<typeof ButtonAnchor>>) {
  return <ButtonAnchor {...anchor} look={look} icon={iconOf(icon)} className={style.line} />
})
