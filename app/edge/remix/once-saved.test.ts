import { expect, test } from "vitest"
import { setUntilSaved } from "~/utils/until-saved.server"
import { answerOnceSaved } from "./once-saved.server"

const answer = answerOnceSaved(async () => new Response("done"))
const requestOf = (method: string, path: string) => new Request(`http://localhost:3000${path}`, { method })

/** Whether the answer came before the sync ended, and whether it came after. */
async function ask(method: string, path: string) {
  let saved = () => {}
  setUntilSaved(() => new Promise((resolve) => (saved = resolve)))
  let answered = false
  const asked = answer(requestOf(method, path)).then(() => (answered = true))
  await new Promise((resolve) => setImmediate(resolve))
  const before = answered
  saved()
  return { before, after: await asked }
}

test("a request that writes is answered once its commit is durable, one that reads at once", async () => {
  expect(await ask("POST", "/login")).toEqual({ before: false, after: true })
  expect(await ask("DELETE", "/api/anything")).toEqual({ before: false, after: true })
  expect(await ask("GET", "/school/people")).toEqual({ before: true, after: true })
  expect(await ask("HEAD", "/school/people")).toEqual({ before: true, after: true })
})

test("a buyer's return from the payment provider writes, although it's a GET", async () => {
  expect(await ask("GET", "/select-plan/return?token=1")).toEqual({ before: false, after: true })
  expect(await ask("GET", "/super-admin/schools/7/records.data")).toEqual({ before: false, after: true })
})

test("after a failed sync the answer is an error", async () => {
  setUntilSaved(() => Promise.reject(new Error("EIO")))
  await expect(answer(requestOf("POST", "/login"))).rejects.toThrow("EIO")
})
