import type { ComponentProps } from 'react'
import { isForBrowser, navigate } from '../hooks/navigation.ts'

export function PageLink({ href, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (isForBrowser(event)) return
        event.preventDefault()
        navigate(href)
      }}
    >
      {children}
    </a>
  )
}
