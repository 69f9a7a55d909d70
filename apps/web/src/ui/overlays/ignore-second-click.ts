/** Call when a click opens or closes something: a double click's second click would hit the new content under the pointer. */
export function ignoreSecondClick(): void {
  // `mousedown` too, because it would move the focus.
  const types = ['click', 'mousedown'] as const
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) for (const type of types) document.removeEventListener(type, ignore, true)
    else {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  for (const type of types) document.addEventListener(type, ignore, true)
}
