import type { Result } from "./result"

// Pictures from people: what the bytes are is read from the bytes, only four formats are
// decoded at all, and what is kept is a picture we wrote ourselves, without a place, a date or a camera in it.

const accepted = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"])
/** A few kilobytes can unpack to gigabytes; a phone's photo has about 12 million pixels. */
const mostPixels = 24_000_000
/** Pixels of the longer side that are kept. */
const longestSide = 2000

export type ImageRefusal = "wrong-type" | "too-many-pixels" | "unreadable"
export type ReencodedImage = { bytes: Buffer; contentType: "image/webp"; width: number; height: number }

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

const inside = { fit: "inside", withoutEnlargement: true } as const

async function reencode(
  bytes: Uint8Array,
  { size, ...fitting }: { fit: "inside" | "cover"; withoutEnlargement: boolean; size: number },
): Promise<Result<ReencodedImage, ImageRefusal>> {
  const { fileTypeFromBuffer } = await import("file-type")
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!type || !accepted.has(type.mime)) return { ok: false, reason: "wrong-type" }
  decoder ??= loadDecoder()
  const sharp = await decoder
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: "error", pages: 1 })
      .autoOrient()
      .resize({ width: size, height: size, ...fitting })
      .timeout({ seconds: 20 })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { ok: true, bytes: data, contentType: "image/webp", width: info.width, height: info.height }
  } catch (error) {
    const isFlood = error instanceof Error && /pixel limit/i.test(error.message)
    return { ok: false, reason: isFlood ? "too-many-pixels" : "unreadable" }
  }
}
