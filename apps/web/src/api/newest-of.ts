/** Returns the item of `list` with the id of `opened`, else `opened`: a form or dialog then shows the refusal. */
export function newestOf<Item extends { id: string }>(list: readonly Item[] | undefined, opened: Item): Item {
  return list?.find(({ id }) => id === opened.id) ?? opened
}
