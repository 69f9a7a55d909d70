import { v7 } from 'uuid'

/** UUIDv7 rises with time, so indexes stay dense. PostgreSQL 15 cannot generate it. */
export const newId = (): string => v7()
