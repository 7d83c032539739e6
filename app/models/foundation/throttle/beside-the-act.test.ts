import Database from "better-sqlite3"
import { databaseStamp, stampAfterOwn } from "db/cache-until-write.server"
import { sqlite } from "db/client.server"
import { type SentForm, withSentForm } from "db/sent-once.server"
import { expect, test } from "vitest"
import { countTry } from "./throttle.server"

/** An edit form as it is compared with what is saved, once for each of its tries. */
function editForm(done: Map<string, Promise<unknown>>): SentForm {
  let stamp = databaseStamp()
  const isOwn = () => {
    stamp = stampAfterOwn(stamp, 1)
  }
  return { isTrue: () => databaseStamp() === stamp, beside: { done, isOwn } }
}

const points = (key: string) =>
  sqlite().prepare("select points from rate_limits where key like ?").pluck().get(`%${key}`)

test("a try that an edit counts is no one else's write, and is counted once however often it is compared", async () => {
  const done = new Map<string, Promise<unknown>>()
  const key = "edit-of-ada"
  for (const _ of [1, 2, 3]) {
    const form = editForm(done)
    expect(await withSentForm(form, () => countTry("password-again", key))).toBe(0)
    expect(form.isTrue?.()).toBe(true)
  }
  expect(points(key)).toBe(1)
})

test("what another connection writes meanwhile still overtakes it", async () => {
  const form = editForm(new Map())
  const other = new Database(sqlite().name)
  other.prepare("insert into rate_limits (key, points) values ('other', 1)").run()
  other.close()
  await withSentForm(form, () => countTry("password-again", "edit-of-ben"))
  expect(form.isTrue?.()).toBe(false)
})
