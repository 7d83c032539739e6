/** To be kept under a name: one of plain letters for old programs, the real one for the others. */
function attached(fileName: string): string {
  const plain = fileName.replace(/[^\w.-]+/g, "-")
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/**
 * A file that somebody uploaded, to be kept, never shown as a page of ours: a fixed type, never sniffed, and a policy
 * under which it could run nothing.
 */
export function fileAnswer({
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
      "Content-Disposition": attached(fileName),
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  })
}

/** A CSV file to keep: a fixed type, never sniffed, never cached, under a name of plain letters. */
export function csvAnswer({ fileName, csv }: { fileName: string; csv: string }): Response {
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": attached(fileName),
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  })
}

/**
 * An image that somebody uploaded, shown in its page: a fixed type, and a policy under which it could run nothing if it
 * were opened by itself. That nobody sniffs or embeds it elsewhere is said by the edge, once.
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
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "private, max-age=3600",
    },
  })
}

/** A PDF for one reader: opened in the browser, or kept as a file. That nobody sniffs it is said by the edge. */
export function pdfAnswer(
  { bytes, fileName }: { bytes: Buffer; fileName: string },
  disposition: "inline" | "attachment",
): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `${disposition}; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
    },
  })
}
