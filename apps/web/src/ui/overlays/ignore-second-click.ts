/** After a click has opened or closed something: the second click of a double click would land on what is there then. */
export function ignoreSecondClick(): void {
  // The press too: it would move the focus.
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
