import { v7 } from 'uuid'

/** UUIDv7: made by the application (PostgreSQL 15 has none) and rising with time, so indexes stay dense. */
export const newId = (): string => v7()
