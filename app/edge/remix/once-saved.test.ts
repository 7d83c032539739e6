import { expect, test } from "vitest"
import { askWhenSaved } from "~/utils/until-saved.server"
import { answerOnceSaved } from "./once-saved.server"

const answer = answerOnceSaved(async () => new Response("done"))
const requestOf = (method: string, path: string) => new Request(`http://localhost:3000${path}`, { method })

/** Whether the answer came before the disk had everything, and whether it came after. */
async function ask(method: string, path: string) {
  let saved = () => {}
  askWhenSaved(() => new Promise((resolve) => (saved = resolve)))
  let answered = false
  const asked = answer(requestOf(method, path)).then(() => (answered = true))
  await new Promise((resolve) => setImmediate(resolve))
  const before = answered
  saved()
  return { before, after: await asked }
}

test("who saves is answered once it's safe; who reads waits for nobody", async () => {
  expect(await ask("POST", "/login")).toEqual({ before: false, after: true })
  expect(await ask("DELETE", "/api/anything")).toEqual({ before: false, after: true })
  expect(await ask("GET", "/school/people")).toEqual({ before: true, after: true })
  expect(await ask("HEAD", "/school/people")).toEqual({ before: true, after: true })
})

test("a payment provider's way back saves, although it's a GET", async () => {
  expect(await ask("GET", "/select-plan/return?token=1")).toEqual({ before: false, after: true })
})

test("what the disk has lost is answered with no success", async () => {
  askWhenSaved(() => Promise.reject(new Error("EIO")))
  await expect(answer(requestOf("POST", "/login"))).rejects.toThrow("EIO")
})
