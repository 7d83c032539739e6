import { sqlite } from "db/client.server"
import { expect } from "vitest"
import { checkBooks } from "~/models/platform/backup/books.server"

/** Every rule of the books holds in what this file has written. */
export const booksAreSound = () => expect(checkBooks(sqlite()).filter(({ n }) => n > 0)).toEqual([])
