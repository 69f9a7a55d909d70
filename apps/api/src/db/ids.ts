import { v7 } from 'uuid'

/** UUIDv7, which PostgreSQL 15 cannot make. It rises with time, so indexes stay dense. */
export const newId = (): string => v7()
