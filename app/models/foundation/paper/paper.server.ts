import { createRequire } from "node:module"
import { buffer } from "node:stream/consumers"
import PDFDocument from "pdfkit"

// The layout shared by every PDF of a school. It matches the screen: a serif for titles, hairlines, a total closed by a double
// rule. The fonts are embedded, so ₹ and every European name print anywhere.

const locate = createRequire(import.meta.url).resolve
const fonts = {
  text: locate("dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf"),
  bold: locate("dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf"),
  serif: locate("dejavu-fonts-ttf/ttf/DejaVuSerif.ttf"),
  italic: locate("dejavu-fonts-ttf/ttf/DejaVuSerif-Italic.ttf"),
}
export const ink = "#221e1a"
export const quiet = "#5f574f"
const hairline = "#c9c3b8"
/** In points, on all sides. */
export const margin = 54

export type Sheet = PDFKit.PDFDocument

/**
 * Draws a paper and answers its bytes. `createdAt` (UTC ms) is written into it: the same paper has the same bytes.
 */
export async function drawPaper(
  {
    size,
    title,
    author,
    createdAt,
  }: { size: "A4" | "LETTER"; title: string; author: string; createdAt: number },
  draw: (sheet: Sheet) => void,
): Promise<Buffer> {
  const sheet = new PDFDocument({
    size,
    margin,
    font: fonts.text,
    bufferPages: true,
    lang: "en-US",
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      Creator: "Tutti",
      Producer: "Tutti",
      CreationDate: new Date(createdAt),
    },
  })
  const bytes = buffer(sheet)
  for (const [name, path] of Object.entries(fonts)) sheet.registerFont(name, path)
  draw(sheet)
  drawFeet(sheet, `${author} · ${title}`)
  sheet.end()
  return bytes
}

export const widthOf = (sheet: Sheet) => sheet.page.width - 2 * margin
const bottomOf = (sheet: Sheet) => sheet.page.height - margin - 24

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
export function drawRow(sheet: Sheet, label: string, text: string, font = "text") {
  const { y } = sheet
  sheet
    .font(font)
    .fontSize(10)
    .fillColor(ink)
    .text(label, margin, y, { width: widthOf(sheet) - 100 })
  const end = sheet.y
  drawAtEnd(sheet, text, y, font)
  sheet.y = Math.max(end, y + 13) + 3
}

/** Words at the right end of the line at `y`. */
export function drawAtEnd(sheet: Sheet, text: string, y: number, font = "text") {
  sheet
    .font(font)
    .fontSize(10)
    .fillColor(ink)
    .text(text, margin, y, { width: widthOf(sheet), align: "right", lineBreak: false })
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
