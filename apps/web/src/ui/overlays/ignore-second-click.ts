/** After a click has opened or closed something: the second click of a double click would land on what is there then. */
export function ignoreSecondClick(): void {
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) {
      document.removeEventListener('click', ignore, true)
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', ignore, true)
}
