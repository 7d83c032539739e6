import { create, toBuffer } from "qrcode"

/** A text as a QR code: the modules of a side, and an SVG path of its dark ones in module units. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules
  let path = ""
  for (let row = 0; row < size; row += 1) {
    let column = 0
    while (column < size) {
      const from = column
      while (column < size && data[row * size + column]) column += 1
      if (column > from) path += `M${from} ${row}h${column - from}v1h-${column - from}z`
      else column += 1
    }
  }
  return { size, path }
}

/** The same as a PNG, for mail. The same text gives the same bytes. */
export const qrImage = (text: string): Promise<Buffer> =>
  toBuffer(text, { errorCorrectionLevel: "M", margin: 4, scale: 6 })
