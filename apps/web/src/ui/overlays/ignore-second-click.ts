/** Call this when a click opens or closes something: the second click of a double click would hit the new content. */
export function ignoreSecondClick(): void {
  // `mousedown` is ignored too, because it would move the focus.
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
