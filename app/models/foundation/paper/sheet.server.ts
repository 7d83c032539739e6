import PDFDocument from "pdfkit"
import { type Face, fontFor } from "./faces.server"

type TextOptions = PDFKit.Mixins.TextOptions

/** A document whose fonts are faces; each text is set in a font that has its letters. */
export class Sheet extends PDFDocument {
  // Only declared: the document chooses a first font while it is constructed.
  declare private face: Face

  override font(face: PDFKit.Mixins.PDFFontSource): this {
    this.face = face as Face
    return super.font(fontFor(this.face, ""))
  }

  override text(text: string, x?: number | TextOptions, y?: number, options?: TextOptions): this {
    return this.fitted(text, () =>
      typeof x === "object" ? super.text(text, x) : super.text(text, x, y, options),
    )
  }

  override heightOfString(text: string, options?: TextOptions): number {
    return this.fitted(text, () => super.heightOfString(text, options))
  }

  private fitted<Drawn>(text: string, draw: () => Drawn): Drawn {
    super.font(fontFor(this.face, text))
    const drawn = draw()
    super.font(fontFor(this.face, ""))
    return drawn
  }
}
