import { orNotFound } from "./guards.server"

/** A download under two names: plain letters for old programs, the real one for the others. */
function attached(fileName: string): string {
  const plain = fileName.replace(/[^\w.-]+/g, "-")
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const downloaded = (fileName: string, contentType: string) => ({
  "Content-Type": contentType,
  "Content-Disposition": attached(fileName),
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "private, no-store",
})

/** Under this policy a file that someone uploaded could run nothing. */
const runsNothing = { "Content-Security-Policy": "default-src 'none'; sandbox" }

type Download = { contentType: string; fileName: string }

/**
 * A file that a user uploaded, always downloaded and never shown as one of our pages: a fixed type, no sniffing, and a
 * policy under which it could run nothing.
 */
export const fileAnswer = ({ bytes, contentType, fileName }: Download & { bytes: Buffer }) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      ...downloaded(fileName, contentType),
      ...runsNothing,
      "Content-Length": String(bytes.length),
    },
  })

/** The same for a file that is sent while it is read, so that memory stays flat; its size is known, or not yet. */
export const streamAnswer = ({
  body,
  bytes,
  contentType,
  fileName,
}: Download & { body: ReadableStream; bytes?: number }) =>
  new Response(body, {
    headers: {
      ...downloaded(fileName, contentType),
      ...runsNothing,
      ...(bytes === undefined ? {} : { "Content-Length": String(bytes) }),
    },
  })

/** An XML file to keep, in the same way; without one a 404. */
export function xmlAnswer(file: { fileName: string; xml: string } | null | undefined): Response {
  const { fileName, xml } = orNotFound(file)
  return new Response(xml, {
    headers: { ...downloaded(fileName, "application/xml; charset=utf-8"), ...runsNothing },
  })
}

/** Whether the e-invoice alone is asked for, instead of the PDF that carries it. */
export const asksForXml = (request: Request): boolean => new URL(request.url).searchParams.get("as") === "xml"

/** A CSV file to keep: a fixed type, never sniffed, never cached, under a name of plain letters. */
export function csvAnswer({ fileName, csv }: { fileName: string; csv: string }): Response {
  return new Response(csv, { headers: downloaded(fileName, "text/csv; charset=utf-8") })
}

/**
 * An image that a user uploaded, shown in its page: a fixed type, and a policy under which it could run nothing if it
 * were opened directly. The edge forbids sniffing and embedding for every answer.
 */
export function imageAnswer({
  bytes,
  contentType,
  fileName,
}: {
  bytes: Buffer
  contentType: string
  fileName: string
}): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": contentType,
      "Content-Length": String(bytes.length),
      "Content-Disposition": `inline; filename="${fileName}"`,
      ...runsNothing,
      "Cache-Control": "private, max-age=3600",
    },
  })
}

/** A PDF for one reader, shown or downloaded; without one a 404. The edge forbids sniffing. */
export function pdfAnswer(
  pdf: { bytes: Buffer; fileName: string } | null | undefined | false,
  disposition: "inline" | "attachment",
): Response {
  const { bytes, fileName } = orNotFound(pdf)
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `${disposition}; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
    },
  })
}
