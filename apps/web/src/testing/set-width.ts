/** In CSS pixels. */
export function setWidth(width: number): void {
  Reflect.get(window, 'happyDOM').setViewport({ width })
}
