import type { ElementType, Key } from 'react'
import { Fragment, type JSX, jsx as makeElement, jsxs as makeStaticElement } from 'react/jsx-runtime'
import { keepTextsSingle, type Props } from './single-texts.ts'

export { Fragment, type JSX }

export function jsx(type: ElementType, props: Props, key?: Key) {
  keepTextsSingle(type, props, false)
  return makeElement(type, props, key)
}

export function jsxs(type: ElementType, props: Props, key?: Key) {
  keepTextsSingle(type, props, true)
  // Children that have become one text are no array.
  return (Array.isArray(props.children) ? makeStaticElement : makeElement)(type, props, key)
}
