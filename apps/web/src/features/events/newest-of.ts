/** One that was removed elsewhere stays as it was opened, so that the refusal is shown. */
export function newestOf<Item extends { id: string }>(list: readonly Item[], opened: Item): Item {
  return list.find(({ id }) => id === opened.id) ?? opened
}
