import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { boundaryOf, cutFiles } from "./request-body.server"

const formOf = async (fields: Record<string, string | File>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const sent = new Response(form)
  const type = sent.headers.get("Content-Type") ?? ""
  return { type, bytes: Buffer.from(await sent.arrayBuffer()) }
}

/** The form after the cut, its bytes having come in pieces of these sizes. */
async function cutForm(
  fields: Record<string, string | File>,
  limits: { mostOfPart: number; most: number },
  pieces: readonly number[] = [],
) {
  const { type, bytes } = await formOf(fields)
  const parts: Uint8Array[] = []
  let at = 0
  for (const size of pieces) {
    parts.push(bytes.subarray(at, at + size))
    at += size
  }
  parts.push(bytes.subarray(at))
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) if (part.length > 0) controller.enqueue(new Uint8Array(part))
      controller.close()
    },
  })
  const cut = cutFiles(stream, boundaryOf(type) ?? "", limits)
  return new Response(cut, { headers: { "Content-Type": type } }).formData()
}

describe("a form with a file that is too large", () => {
  test("keeps what was typed before and after the file, and enough of it to see that it’s too large", async () => {
    const form = await cutForm(
      {
        payee: "Keller Pianos",
        file: new File([new Uint8Array(12_000)], "me.jpg"),
        note: "Tuning\r\n--soon",
      },
      { mostOfPart: 5001, most: 6000 },
    )
    const file = form.get("file")
    expect([form.get("payee"), form.get("note")]).toEqual(["Keller Pianos", "Tuning\r\n--soon"])
    expect(file instanceof File && [file.name, file.size]).toEqual(["me.jpg", 5001])
  })

  test("hands on no more than its limit, of however many files", async () => {
    const form = await cutForm(
      Object.fromEntries([..."abcd"].map((name) => [name, new File([new Uint8Array(900)], name)])),
      { mostOfPart: 500, most: 1200 },
    )
    expect([...form.values()].map((value) => value instanceof File && value.size)).toEqual([500, 500, 200, 0])
  })

  test("is the same in whatever pieces its bytes come", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 90 })), async (pieces) => {
        const fields = { note: "a\r\n-b", file: new File(["x\r\n--".repeat(40)], "f"), last: "z" }
        const form = await cutForm(fields, { mostOfPart: 101, most: 400 }, pieces)
        const file = form.get("file")
        expect([form.get("note"), form.get("last")]).toEqual(["a\r\n-b", "z"])
        expect(file instanceof File && file.size).toBe(101)
      }),
    )
  })
})

test("a form of nothing but parts, or of one endless head, is handed on no further than a page may read", async () => {
  const limits = { mostOfPart: 500, most: 1200 }
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
  for (const body of [part.repeat(100_000), `--b\r\nX: ${"x".repeat(3_000_000)}`]) {
    const pieces = Array.from({ length: Math.ceil(body.length / 65_536) }, (_, at) =>
      Buffer.from(body.slice(at * 65_536, (at + 1) * 65_536)),
    )
    const handed = new Response(cutFiles(new Response(new Blob(pieces)).body ?? never(), "b", limits))
    expect((await handed.arrayBuffer()).byteLength).toBeLessThan(1_200_000)
  }
})

const never = (): never => {
  throw new Error("There is a body")
}

test("a short head is read, however much of its file comes in the same piece", async () => {
  const body = `--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n${"x".repeat(60_000)}\r\n--b--\r\n`
  const handed = new Response(
    cutFiles(new Response(body).body ?? never(), "b", { mostOfPart: 500, most: 1200 }),
  )
  const sent = new Response(await handed.arrayBuffer(), {
    headers: { "Content-Type": "multipart/form-data; boundary=b" },
  })
  expect((await sent.formData()).get("a")).toMatchObject({ size: 500 })
})

test("only a form with files has a boundary", () => {
  expect(boundaryOf("multipart/form-data; boundary=----a1")).toBe("----a1")
  expect(boundaryOf('Multipart/Form-Data; boundary="a b"')).toBe("a b")
  expect(boundaryOf("application/x-www-form-urlencoded")).toBeUndefined()
  expect(boundaryOf(undefined)).toBeUndefined()
})
