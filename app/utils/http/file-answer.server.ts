/** A CSV file to keep: a fixed type, never sniffed, never cached, under a name of plain letters. */
export function csvAnswer({ fileName, csv }: { fileName: string; csv: string }): Response {
  const plain = fileName.replace(/[^\w.-]+/g, "-")
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  })
}
