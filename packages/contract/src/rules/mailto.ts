/** Encodes the address, because a mail program reads what follows `?` as further recipients and a text. */
export const mailtoOf = (email: string): string =>
  `mailto:${email.split('@').map(encodeURIComponent).join('@')}`
