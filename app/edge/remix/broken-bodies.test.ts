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

test("a boundary longer than any is refused at once, as it would be searched for", async () => {
  const long = "-".repeat(30_000)
  for (const [boundary, first] of [
    ["x", `${long}b${long}`],
    [long, `--${long}`],
  ]) {
    const request = post(`multipart/form-data; boundary=${boundary}`, `${first}\r\n${"-".repeat(300_000)}`)
    const thrown = await request.formData().catch((error: unknown) => error)
    expect((thrown as Response).status).toBe(400)
  }
})

test("what can be read is read", async () => {
  expect((await post("application/x-www-form-urlencoded", "a=1").formData()).get("a")).toBe("1")
  expect(await post("application/json", '{"a":1}').json()).toEqual({ a: 1 })
})

test("a megabyte of the shortest names is refused before it is read, as is one field too many", async () => {
  const refusal = async (body: string, type = "Application/x-www-form-urlencoded; charset=UTF-8") => {
    const request = post(type, body)
    const thrown = (await request.formData().catch((error: unknown) => error)) as Response
    return [thrown.status, await thrown.text()]
  }
  for (const [body, type] of [
    ["=1&".repeat(330_000)],
    [Array(12_501).fill("a=1").join("&")],
    ["=1&".repeat(330_000), "text/plain, application/x-www-form-urlencoded"],
    ["=1&".repeat(330_000), "application/x-www-form-urlencoded, application/x-www-form-urlencoded"],
  ] as [string, string?][]) {
    expect(await refusal(body, type)).toEqual([400, expect.stringContaining("too many fields")])
  }
  const most = Array(12_500).fill("a=1+%C3%A9").join("&")
  const form = await post("application/x-www-form-urlencoded", most).formData()
  expect(form.getAll("a")).toEqual(Array(12_500).fill("1 é"))
})

/** A form as a browser sends it that has a file. */
const inParts = async (form: FormData) => {
  const sent = new Response(form)
  const type = sent.headers.get("Content-Type") ?? ""
  return { type, body: Buffer.from(await sent.arrayBuffer()) }
}
const formOf = (count: number) => {
  const form = new FormData()
  for (let index = 0; index < count; index += 1) form.append("a", "1 é")
  return form
}

test("a form of more parts than fields is refused before they are read; the largest lets others have their turn", async () => {
  const many = "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n".repeat(20_000)
  const longest = await inParts(formOf(12_501))
  for (const { type, body } of [
    { type: "multipart/form-data; boundary=x", body: Buffer.from(`${many}--x--\r\n`) },
    { type: "text/plain, multipart/form-data; boundary=x", body: Buffer.from(`\r\n${many}--x--\r\n`) },
    longest,
  ]) {
    const request = post(type, new Uint8Array(body))
    const thrown = (await request.formData().catch((error: unknown) => error)) as Response
    expect([thrown.status, await thrown.text()]).toEqual([400, expect.stringContaining("too many fields")])
  }
  const { type, body } = await inParts(formOf(12_500))
  let turns = 0
  let isReading = true
  const count = () => {
    turns += 1
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  const form = await post(type, new Uint8Array(body)).formData()
  isReading = false
  expect(form.getAll("a")).toEqual(Array(12_500).fill("1 é"))
  expect(turns).toBeGreaterThan(20)
})

test("parts that are read in pieces are what the platform reads in one go, or refused as it does", async () => {
  const sent = formOf(1000)
  sent.append("notes", new File(["--x\r\n\r\nYes\r\n"], "ñotes “1”.txt", { type: "text/plain" }))
  sent.append('a\r\n"b"', "two\r\nlines\r\n")
  for (const value of formOf(500).getAll("a")) sent.append("more", value)
  sent.append("empty", new File([], ""))
  const { type, body } = await inParts(sent)
  const read = async (form: FormData) =>
    Promise.all(
      [...form].map(async ([name, value]) =>
        typeof value === "string" ? [name, value] : [name, value.name, value.type, await value.text()],
      ),
    )
  const whole = await new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData()
  expect(await read(await post(type, new Uint8Array(body)).formData())).toEqual(await read(whole))
  const middle = body.indexOf("\r\n--", body.length / 2)
  for (const broken of [
    body.subarray(0, -10),
    Buffer.concat([body, Buffer.from("more")]),
    Buffer.concat([body.subarray(0, middle), body.subarray(middle + 2)]),
    Buffer.concat([body.subarray(0, middle), Buffer.from("\r\nno part\r\n"), body.subarray(middle + 4)]),
    Buffer.concat([body, body]),
  ]) {
    const thrown = await post(type, new Uint8Array(broken))
      .formData()
      .catch((error: unknown) => error)
    expect((thrown as Response).status).toBe(400)
  }
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
