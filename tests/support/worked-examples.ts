/** The rows of the first table below a heading of a page of docs, cell by cell, without its head. */
export function tableBelow(page: string, heading: string): string[][] {
  const chapter = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ""
  return chapter
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
