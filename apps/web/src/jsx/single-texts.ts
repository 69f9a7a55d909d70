import type { ReactNode } from 'react'
import { Fragment, jsx } from 'react/jsx-runtime'

/*
 * Page translators replace text nodes by elements of their own, and React still holds the former node: removing it, or inserting
 * before it, ends the page with an error, and what is written into it nobody sees. React holds no node of a text that is the only
 * child of its element. So every text becomes one: texts beside each other are joined, and a text beside an element gets a `span`.
 */

/** Properties of an element that JSX has just made: nobody else has them yet. */
export type Props = { children?: ReactNode }

/** Changes `props`. `is_static`: the children stand in the JSX one by one. */
export function keepTextsSingle(type: unknown, props: Props, is_static: boolean): void {
  if (is_static && Array.isArray(props.children)) props.children = separate(props.children)
  // Its text would be a child of whatever element is around it.
  if (type === Fragment && isText(props.children)) props.children = spanOf(props.children)
}

function separate(children: readonly ReactNode[]): ReactNode {
  if (!children.some(isText)) return children
  if (children.every((child) => isText(child) || isNothing(child))) return join(children)
  // Joined texts leave their places empty, because React tells children apart by their places.
  return children.map((child, at) => {
    if (!isText(child)) return child
    if (isText(children[at - 1])) return null
    const end = children.findIndex((next, place) => place > at && !isText(next))
    const text = join(children.slice(at, end === -1 ? undefined : end))
    return text.trim() === '' ? text : spanOf(text)
  })
}

const isText = (child: ReactNode) => typeof child === 'string' || typeof child === 'number'
const isNothing = (child: ReactNode) => child === null || child === undefined || typeof child === 'boolean'
const join = (texts: readonly ReactNode[]) => texts.filter(isText).join('')
const spanOf = (children: ReactNode) => jsx('span', { children })
