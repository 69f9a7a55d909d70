import type { ElementType, Key } from 'react'
import { Fragment, type JSX, type JSXSource, jsxDEV as makeElement } from 'react/jsx-dev-runtime'
import { keepTextsSingle, type Props } from './single-texts.ts'

export { Fragment, type JSX }

export function jsxDEV(
  type: ElementType,
  props: Props,
  key: Key | undefined,
  is_static: boolean,
  source?: JSXSource,
  self?: unknown,
) {
  keepTextsSingle(type, props, is_static)
  // Children that have become one text are no array.
  return makeElement(type, props, key, is_static && Array.isArray(props.children), source, self)
}
