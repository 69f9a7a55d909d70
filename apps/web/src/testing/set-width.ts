/** Sets the width of the window in CSS pixels. */
export function setWidth(width: number): void {
  Reflect.get(window, 'happyDOM').setViewport({ width })
}
