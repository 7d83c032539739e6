import PDFDocument from "pdfkit"
import { escapedXml } from "~/utils/xml"
import { type Face, fontForPaper, fontsFor, openedFont, runsOf, withKnownLetters } from "./faces.server"

type TextOptions = PDFKit.Mixins.TextOptions
/** What the document adds to the options of a line before it draws it. */
type LineOptions = TextOptions & { lineWidth?: number }

/** Draws one line, and writes title and author into the metadata; the package's types leave both out. */
const { _fragment: drawLine, _addInfo: addInfo } = PDFDocument.prototype as unknown as {
  _fragment: (this: PDFKit.PDFDocument, text: string, x: number, y: number, options: LineOptions) => void
  _addInfo: (this: { info: object }) => void
}

/** A document whose fonts are faces; each text is set in a font that has its letters, or in several. */
export class Sheet extends PDFDocument {
  // Only declared: the document chooses a first font while it is constructed.
  declare private face: Face
  declare private size: number | undefined
  declare private known: Set<string> | undefined
  /** The fonts of the text that is being drawn, where a single one doesn't have all its letters. */
  declare private several: [string, ...string[]] | undefined

  /** Attaches a file that says the same as the paper, with what the metadata say of it. */
  carry(file: { fileName: string; description: string; xml: string; metadata: string; createdAt: Date }) {
    const { fileName: name, description, xml, metadata, createdAt } = file
    const options = {
      ...{ name, description, type: "text/xml", relationship: "Alternative" },
      ...{ creationDate: createdAt, modifiedDate: createdAt },
    }
    this.file(Buffer.from(xml), options)
    this.appendXML(metadata)
  }

  /** The metadata are XML, which the document doesn't write a school's name for. */
  _addInfo() {
    const texts = Object.entries(this.info).map(([key, value]) => [
      key,
      typeof value === "string" ? escapedXml(value) : value,
    ])
    addInfo.call(Object.assign(Object.create(this), { info: Object.fromEntries(texts) }))
  }

  override font(face: PDFKit.Mixins.PDFFontSource): this {
    this.face = face as Face
    return this.use(fontsFor(this.face, "")[0])
  }

  override fontSize(size: number): this {
    this.size = size
    return super.fontSize(size)
  }

  override text(text: string, x?: number | TextOptions, y?: number, options?: TextOptions): this {
    return this.fitted(text, (shown) =>
      typeof x === "object" ? super.text(shown, x) : super.text(shown, x, y, options),
    )
  }

  override heightOfString(text: string, options?: TextOptions): number {
    return this.fitted(text, (shown) => super.heightOfString(shown, options))
  }

  override widthOfString(text: string, options?: TextOptions): number {
    if (!this.several) return super.widthOfString(text, options)
    return this.eachRun(text, this.several, (run) => super.widthOfString(run, options))
  }

  /** The document calls this for each line. */
  _fragment(text: string, x: number, y: number, options: LineOptions): void {
    if (!this.several) {
      drawLine.call(this, text, x, y, options)
      return
    }
    const left = options.width
      ? ((options.lineWidth ?? 0) - this.widthOfString(text.trimEnd(), options)) *
        (shareBefore[options.align ?? "left"] ?? 0)
      : 0
    const { ascent, unitsPerEm } = openedFont(this.several[0])
    // One base line for all: otherwise each font hangs its letters from its own height.
    const line = { ...options, align: "left", baseline: (-ascent / unitsPerEm) * (this.size ?? 12) } as const
    this.eachRun(text, this.several, (run, before) => {
      drawLine.call(this, run, x + left + before, y, { ...line, textWidth: undefined })
      return super.widthOfString(run, options)
    })
  }

  /** Does the same with each run in its font and answers the sum, which is the width. */
  private eachRun(
    text: string,
    fonts: [string, ...string[]],
    widthOf: (run: string, before: number) => number,
  ): number {
    this.several = undefined
    let width = 0
    for (const run of runsOf(text, fonts)) {
      this.use(run.path)
      width += widthOf(run.text, width)
    }
    this.use(fonts[0])
    this.several = fonts
    return width
  }

  private fitted<Drawn>(given: string, draw: (text: string) => Drawn): Drawn {
    const plain = plainText(given)
    const fonts = fontsFor(this.face, plain)
    // Of one font it has all letters; a paper for archives may have none that no font has.
    const text = fonts.length > 1 ? withKnownLetters(plain, fonts) : plain
    this.use(fonts[0])
    this.several = fonts.length > 1 ? fonts : undefined
    const drawn = draw(text)
    this.several = undefined
    this.use(fontsFor(this.face, "")[0])
    return drawn
  }

  /** A file is read once for all papers, not again for each. */
  private use(path: string): this {
    this.known ??= new Set()
    // The types know files and bytes only; the document takes an opened font, too.
    if (!this.known.has(path)) this.registerFont(path, fontForPaper(path) as unknown as string)
    this.known.add(path)
    return super.font(path)
  }
}

/** Without what no font has a letter for: line ends are line feeds, a tab is a blank, other control characters are left out. */
const plainText = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/\t/g, " ")
    .replace(/[^\P{Cc}\n]/gu, "")

/** The share of a line's free space that is before its text. */
const shareBefore: Partial<Record<string, number>> = { right: 1, center: 0.5 }
