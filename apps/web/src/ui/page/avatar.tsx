import { cva, type VariantProps } from 'class-variance-authority'
import { initialsOf } from '../../format/names.ts'

const avatarClass = cva('grid flex-none place-items-center rounded-full bg-primary-soft text-primary', {
  variants: {
    size: {
      small: 'size-8 text-hint font-semibold',
      large: 'size-11 font-bold',
      page: 'size-14 text-lead font-bold desktop:size-16',
    },
  },
})

type AvatarProps = VariantProps<typeof avatarClass> & {
  /** A name or an e-mail address. */
  name: string
}

export function Avatar({ name, size }: AvatarProps) {
  return (
    <span aria-hidden="true" className={avatarClass({ size })}>
      {initialsOf(name)}
    </span>
  )
}
