import { randomUUID } from "node:crypto"
import { sqlite } from "db/client.server"

/** The settings of a second server: one at a time uses a database, so this one has a copy of what is in the test's by now. */
export function besideTheOther(): { DATABASE_PATH: string } {
  const path = `${process.env.DATABASE_PATH}.${randomUUID()}`
  sqlite().prepare("vacuum into ?").run(path)
  return { DATABASE_PATH: path }
}
