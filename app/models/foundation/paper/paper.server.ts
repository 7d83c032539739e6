import { buffer } from "node:stream/consumers"
import type { Face } from "./faces.server"
import type { Sheet } from "./sheet.server"

// The layout shared by every PDF of a school. It matches the screen: a serif for titles, hairlines, a total closed by a
// double rule.

export const ink = "#221e1a"
export const quiet = "#5f574f"
const hairline = "#c9c3b8"
/** In points, on all sides. */
export const margin = 54

/** The most a logo takes, in points, within the margin at the top of the first page. */
const logoBox = { width: 170, height: 34, top: 14 }

/** A file for programs that a paper carries; such a paper is PDF/A-3, for archives. */
type Carried = { fileName: string; description: string; xml: string; metadata: string }

/**
 * Draws a paper and answers its bytes. `createdAt` (UTC ms) is written into it: the same paper with the same logo, a PNG, has the
 * same bytes.
 */
export async function drawPaper(
  {
    size,
    title,
    author,
    createdAt,
    logo,
    carries,
  }: {
    size: "A4" | "LETTER"
    title: string
    author: string
    createdAt: number
    logo?: Buffer
    carries?: Carried
  },
  draw: (sheet: Sheet) => void,
): Promise<Buffer> {
  // Loaded with the first paper, with all that it draws with.
  const { Sheet } = await import("./sheet.server")
  const sheet = new Sheet({
    size,
    margin,
    font: "text",
    bufferPages: true,
    lang: "en-US",
    displayTitle: true,
    ...(carries ? { subset: "PDF/A-3b", pdfVersion: "1.7" } : {}),
    info: {
      Title: title,
      Author: author,
      Creator: "Tutti",
      Producer: "Tutti",
      CreationDate: new Date(createdAt),
    },
  })
  const bytes = buffer(sheet)
  if (carries) sheet.carry({ ...carries, createdAt: new Date(createdAt) })
  const { width, height, top } = logoBox
  if (logo)
    sheet.image(logo, margin + widthOf(sheet) - width, top, {
      fit: [width, height],
      align: "right",
      valign: "center",
    })
  draw(sheet)
  drawFeet(sheet, `${author} · ${title}`)
  sheet.end()
  return bytes
}

export const widthOf = (sheet: Sheet) => sheet.page.width - 2 * margin
const bottomOf = (sheet: Sheet) => sheet.page.height - margin - 24

/** Whose paper it is, at the top, and below it what it is. */
export function drawLetterhead(
  sheet: Sheet,
  school: { name: string; address: string | null },
  title: string,
) {
  sheet.font("italic").fontSize(11).fillColor(quiet).text(school.name, margin, margin)
  if (school.address)
    sheet
      .font("text")
      .fontSize(9)
      .text(school.address, { width: widthOf(sheet) / 2 })
  sheet.moveDown(1)
  sheet.font("serif").fontSize(24).fillColor(ink).text(title, margin)
}

export function rule(sheet: Sheet, { color = hairline, width = 0.5 } = {}) {
  sheet
    .moveTo(margin, sheet.y)
    .lineTo(margin + widthOf(sheet), sheet.y)
    .lineWidth(width)
    .strokeColor(color)
    .stroke()
}

/** Begins a page when what comes next would not fit on this one. */
export function keepTogether(sheet: Sheet, height: number) {
  if (sheet.y + height > bottomOf(sheet)) {
    sheet.addPage()
    sheet.y = margin
  }
}

/** A label, and at the right end of its line what it comes to. */
export function drawRow(sheet: Sheet, label: string, text: string, face: Face = "text", size = 10) {
  const { y } = sheet
  sheet
    .font(face)
    .fontSize(size)
    .fillColor(ink)
    .text(label, margin, y, { width: widthOf(sheet) - 100 })
  const end = sheet.y
  drawAtEnd(sheet, text, y, face, size)
  sheet.y = Math.max(end, y + size * 1.3) + 3
}

/** A text at the right end of the line at `y`; its figures are equally wide, so that amounts align. */
export function drawAtEnd(sheet: Sheet, text: string, y: number, face: Face = "text", size = 10) {
  sheet
    .font(face)
    .fontSize(size)
    .fillColor(ink)
    .text(text, margin, y, {
      width: widthOf(sheet),
      align: "right",
      lineBreak: false,
      features: ["tnum"],
    })
}

/** On every page, after all of them are known: which paper, which page. */
function drawFeet(sheet: Sheet, text: string) {
  const { start, count } = sheet.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    sheet.switchToPage(page)
    const y = sheet.page.height - margin
    sheet.page.margins.bottom = 0
    sheet
      .font("text")
      .fontSize(8)
      .fillColor(quiet)
      .text(`${text} · page ${page + 1} of ${count}`, margin, y, {
        width: widthOf(sheet),
        align: "center",
        lineBreak: false,
      })
  }
}
