import type { Sharp } from "sharp"
import type { Result } from "./result"

// Pictures from people: what the bytes are is read from the bytes, only four formats are
// decoded at all, and what is kept is a picture we wrote ourselves, without a place, a date or a camera in it.

const accepted = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"])
/** A few kilobytes can unpack to gigabytes; a phone's photo has about 12 million pixels. */
const mostPixels = 24_000_000
/** Pixels of the longer side that are kept. */
const longestSide = 2000

export type ImageRefusal = "wrong-type" | "too-many-pixels" | "unreadable"
export type ReencodedImage = {
  bytes: Buffer
  contentType: "image/webp" | "image/png"
  width: number
  height: number
}

/** Loaded with the first picture: it takes more memory than everything else that a process rarely needs. */
let decoder: ReturnType<typeof loadDecoder> | undefined

async function loadDecoder() {
  const { default: sharp } = await import("sharp")
  sharp.block({ operation: ["VipsForeignLoad"] })
  sharp.unblock({
    operation: [
      "VipsForeignLoadJpegBuffer",
      "VipsForeignLoadPngBuffer",
      "VipsForeignLoadWebpBuffer",
      "VipsForeignLoadNsgifBuffer",
    ],
  })
  // One picture is decoded by one thread: uploads do not take the processors from everyone else.
  sharp.concurrency(1)
  return sharp
}

/** Re-encodes an image as WebP, upright, at most 2000 pixels long; of an animation, the first frame. */
export const reencodeImage = (bytes: Uint8Array) => reencode(bytes, { ...inside, size: longestSide })

/** The same as a small square around the middle, for a person's photo. */
export const reencodeSquare = (bytes: Uint8Array, size: number) =>
  reencode(bytes, { fit: "cover", withoutEnlargement: false, size })

/**
 * The same as a PNG, which mail programs and papers show, without the empty margin around it. Refuses what can't be told from
 * `ground`, a color, once it lies on it.
 */
export async function reencodeLogo(
  bytes: Uint8Array,
  { width, height, ground }: { width: number; height: number; ground: string },
): Promise<Result<ReencodedImage, ImageRefusal | "invisible">> {
  const image = await reencode(bytes, { ...inside, size: longestSide }, (it) => it.png())
  if (!image.ok) return image
  const sharp = await loaded()
  // Statistics are those of the bytes, not of what would be done with them.
  const onGround = await sharp(image.bytes)
    .flatten({ background: ground })
    .toColorspace("srgb")
    .png()
    .toBuffer()
  const { channels } = await sharp(onGround).stats()
  const parts = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16))
  const isGround = parts.every((part, at) => {
    const { mean = 0, stdev = 0 } = channels[at] ?? channels[0] ?? {}
    return stdev < leastSpread && Math.abs(mean - part) < 2 * leastSpread
  })
  if (isGround) return { ok: false, reason: "invisible" }
  const { data, info } = await sharp(image.bytes)
    .trim({ threshold: 10 })
    .resize({ width, height, ...inside })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  return { ok: true, bytes: data, contentType: "image/png", width: info.width, height: info.height }
}

/** Of 255: a picture that differs less is one color to the eye. */
const leastSpread = 6

const inside = { fit: "inside", withoutEnlargement: true } as const

function loaded() {
  decoder ??= loadDecoder()
  return decoder
}

async function reencode(
  bytes: Uint8Array,
  { size, ...fitting }: { fit: "inside" | "cover"; withoutEnlargement: boolean; size: number },
  written: (image: Sharp) => Sharp = (image) => image.webp({ quality: 82 }),
): Promise<Result<ReencodedImage, ImageRefusal>> {
  const { fileTypeFromBuffer } = await import("file-type")
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!type || !accepted.has(type.mime)) return { ok: false, reason: "wrong-type" }
  const sharp = await loaded()
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error", pages: 1 })
      .autoOrient()
      .resize({ width: size, height: size, ...fitting })
      .timeout({ seconds: 20 })
    const { data, info } = await written(image).toBuffer({ resolveWithObject: true })
    const contentType = info.format === "png" ? "image/png" : "image/webp"
    return { ok: true, bytes: data, contentType, width: info.width, height: info.height }
  } catch (error) {
    const isFlood = error instanceof Error && /pixel limit/i.test(error.message)
    return { ok: false, reason: isFlood ? "too-many-pixels" : "unreadable" }
  }
}
