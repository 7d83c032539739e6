import { expect, test } from "vitest"
import { ReadableRequest } from "./broken-bodies.server"

const post = (type: string, body: BodyInit) =>
  new ReadableRequest(
    new Request("http://localhost:3000/x", { method: "POST", headers: { "Content-Type": type }, body }),
  )

test.each([
  ["a form that is JSON", () => post("application/json", "{}").formData()],
  ["a form without its boundary", () => post("multipart/form-data", "x").formData()],
  ["broken multipart", () => post("multipart/form-data; boundary=x", "--y").formData()],
  ["broken JSON", () => post("application/json", "{").json()],
  ["a copy of broken JSON", () => post("application/json", "{").clone().json()],
])("%s is the sender's mistake", async (_name, read) => {
  const thrown = await read().catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(Response)
  expect((thrown as Response).status).toBe(400)
})

test("what can be read is read", async () => {
  expect((await post("application/x-www-form-urlencoded", "a=1").formData()).get("a")).toBe("1")
  expect(await post("application/json", '{"a":1}').json()).toEqual({ a: 1 })
})

test("a megabyte of the shortest names is refused before it is read, as is one field too many", async () => {
  const refusal = async (body: string, type = "Application/x-www-form-urlencoded; charset=UTF-8") => {
    const request = post(type, body)
    const begun = process.cpuUsage()
    const thrown = (await request.formData().catch((error: unknown) => error)) as Response
    return { status: thrown.status, message: await thrown.text(), ms: process.cpuUsage(begun).user / 1000 }
  }
  for (const [body, type] of [
    ["=1&".repeat(330_000)],
    [Array(12_501).fill("a=1").join("&")],
    ["=1&".repeat(330_000), "text/plain, application/x-www-form-urlencoded"],
    ["=1&".repeat(330_000), "application/x-www-form-urlencoded, application/x-www-form-urlencoded"],
  ] as [string, string?][]) {
    const { status, message, ms } = await refusal(body, type)
    expect([status, message]).toEqual([400, expect.stringContaining("too many fields")])
    expect(ms).toBeLessThan(50)
  }
  const most = Array(12_500).fill("a=1+%C3%A9").join("&")
  const form = await post("application/x-www-form-urlencoded", most).formData()
  expect(form.getAll("a")).toEqual(Array(12_500).fill("1 é"))
})

test("a body read twice is our own mistake", async () => {
  const request = post("application/x-www-form-urlencoded", "a=1")
  await request.formData()
  await expect(request.formData()).rejects.toThrow(TypeError)
})

test("a copy that was made before reading is read too", async () => {
  const request = post("application/x-www-form-urlencoded", "a=1")
  const copy = request.clone()
  await request.formData()
  expect((await copy.formData()).get("a")).toBe("1")
})
