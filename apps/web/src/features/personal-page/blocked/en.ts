export default {
  blocked:
    'No organizer’s e-mail reaches your address: “It wasn’t me” was pressed for it. The page where it was takes it up again: open it by the link after “Wasn’t it you?” in an e-mail that you have.',
} as const
