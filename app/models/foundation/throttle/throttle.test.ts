import { closeDatabase } from "db/client.server"
import { expect, test } from "vitest"
import { countTry, forgetTries } from "./throttle.server"

test("tries are counted on, and forgotten, on a connection that was opened again", async () => {
  expect(await countTry("confirmation-mail", "ruth")).toBe(0)
  closeDatabase()
  expect(await countTry("confirmation-mail", "ruth")).toBeGreaterThan(0)
  closeDatabase()
  await forgetTries("confirmation-mail", "ruth")
  expect(await countTry("confirmation-mail", "ruth")).toBe(0)
})
