import sharp from "sharp"
import { describe, expect, test } from "vitest"
import { photo, pixelFlood, polyglot, svg, trailing } from "../../tests/support/pictures"
import { orFail } from "../../tests/support/school"
import { reencodeImage } from "./image.server"

describe("a picture from someone", () => {
  test.each(["png", "jpeg", "webp", "gif"] as const)("%s is rewritten as WebP", async (format) => {
    const reencoded = orFail(await reencodeImage(await photo(format)))
    expect(reencoded).toMatchObject({ contentType: "image/webp", width: 64, height: 48 })
    expect((await sharp(reencoded.bytes).metadata()).format).toBe("webp")
  })

  test("loses where and with what it was taken", async () => {
    const original = await photo("jpeg")
    expect(original.toString("latin1")).toContain("Secret camera")
    const reencoded = orFail(await reencodeImage(original))
    expect(reencoded.bytes.toString("latin1")).not.toContain("Secret camera")
    expect((await sharp(reencoded.bytes).metadata()).exif).toBeUndefined()
  })

  test("loses what was hung on behind it", async () => {
    const reencoded = orFail(await reencodeImage(await trailing()))
    expect(reencoded.bytes.includes("alert")).toBe(false)
  })

  test("is at most 2000 pixels long", async () => {
    expect(await reencodeImage(await photo("jpeg", 3000, 100))).toMatchObject({ width: 2000, height: 67 })
  })

  test.each([
    ["an SVG", svg],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a PDF", Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj")],
    ["nothing", Buffer.alloc(0)],
  ])("%s is of the wrong type", async (_, bytes) => {
    expect(await reencodeImage(bytes)).toBeRefused("wrong-type")
  })

  test("a script that begins like a GIF cannot be read", async () => {
    expect(await reencodeImage(polyglot)).toBeRefused("unreadable")
  })

  test("a damaged picture cannot be read", async () => {
    expect(await reencodeImage((await photo("png", 400, 400)).subarray(0, 200))).toMatchObject({ ok: false })
  })

  test("a few kilobytes that unpack to gigabytes are refused before they do", async () => {
    expect(await reencodeImage(pixelFlood())).toBeRefused("too-many-pixels")
  })

  test("an SVG is not decoded even when it is called a picture", async () => {
    await expect(sharp(svg).png().toBuffer()).rejects.toThrow()
  })
})
