import { deflateSync } from "node:zlib"
import sharp from "sharp"

// Pictures as people send them, and as someone hostile would.

/** A photo with a place and a camera in it. */
export const photo = (
  format: "png" | "jpeg" | "webp" | "gif" = "jpeg",
  width = 64,
  height = 48,
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#1649ad" } })
    .withExif({ IFD0: { Make: "Secret camera" }, IFD3: { GPSLatitude: "52/1 30/1 0/1" } })
    .toFormat(format)
    .toBuffer()

export const svg = Buffer.from(
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`,
)

/** Begins as a GIF and goes on as a script. */
export const polyglot = Buffer.from(`GIF89a/*\u0001\u0000\u0001\u0000*/=1;alert(document.cookie)//`, "latin1")

/** A picture that ends in a script: a real one, with words behind it. */
export const trailing = async () =>
  Buffer.concat([await photo("png"), Buffer.from("<script>alert(1)</script>")])

/** A PNG of 40,000 × 40,000 pixels in two kilobytes. */
export function pixelFlood(side = 40_000): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(5000))),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** A file as a form sends it; the name and the type are the sender's claims. */
export const asFile = (bytes: Buffer, name = "photo.jpg", type = "image/jpeg") =>
  new File([new Uint8Array(bytes)], name, { type })
