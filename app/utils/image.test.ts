import sharp from "sharp"
import { describe, expect, test } from "vitest"
import { photo, pixelFlood, polyglot, svg, trailing } from "../../tests/support/pictures"
import { writeImageAnew } from "./image.server"

describe("a picture from somebody", () => {
  test.each(["png", "jpeg", "webp", "gif"] as const)("%s is written anew as WebP", async (format) => {
    const written = await writeImageAnew(await photo(format))
    if (!written.ok) throw new Error(written.reason)
    expect(written).toMatchObject({ contentType: "image/webp", width: 64, height: 48 })
    expect((await sharp(written.bytes).metadata()).format).toBe("webp")
  })

  test("loses where and with what it was taken", async () => {
    const taken = await photo("jpeg")
    expect(taken.toString("latin1")).toContain("Secret camera")
    const written = await writeImageAnew(taken)
    if (!written.ok) throw new Error(written.reason)
    expect(written.bytes.toString("latin1")).not.toContain("Secret camera")
    expect((await sharp(written.bytes).metadata()).exif).toBeUndefined()
  })

  test("loses what was hung on behind it", async () => {
    const written = await writeImageAnew(await trailing())
    if (!written.ok) throw new Error(written.reason)
    expect(written.bytes.includes("alert")).toBe(false)
  })

  test("is at most 2000 pixels long", async () => {
    expect(await writeImageAnew(await photo("jpeg", 3000, 100))).toMatchObject({ width: 2000, height: 67 })
  })

  test.each([
    ["an SVG", svg],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a PDF", Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj")],
    ["nothing", Buffer.alloc(0)],
  ])("%s is of the wrong type", async (_, bytes) => {
    expect(await writeImageAnew(bytes)).toEqual({ ok: false, reason: "wrong-type" })
  })

  test("a script that begins like a GIF cannot be read", async () => {
    expect(await writeImageAnew(polyglot)).toEqual({ ok: false, reason: "unreadable" })
  })

  test("a damaged picture cannot be read", async () => {
    expect(await writeImageAnew((await photo("png", 400, 400)).subarray(0, 200))).toMatchObject({ ok: false })
  })

  test("a few kilobytes that unpack to gigabytes are refused before they do", async () => {
    const began = performance.now()
    expect(await writeImageAnew(pixelFlood())).toEqual({ ok: false, reason: "too-many-pixels" })
    expect(performance.now() - began).toBeLessThan(5000)
  })

  test("an SVG is not decoded even when it is called a picture", async () => {
    await expect(sharp(svg).png().toBuffer()).rejects.toThrow()
  })
})
