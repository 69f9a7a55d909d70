export function editEventId({ id }: { id: string }): string {
  return `edit-event-${id}`
}

export function moreAboutId({ id }: { id: string }): string {
  return `more-about-${id}`
}
