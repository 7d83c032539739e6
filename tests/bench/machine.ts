import { brotliCompressSync, constants } from "node:zlib"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { median } from "./load"

const rows = Array.from({ length: 300 }, (_, index) => index)
const cells = ["name", "next lesson", "balance", "status"]
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A page that never changes, drawn and compressed as screens are. */
function drawPage() {
  const cellOf = (row: number) => (name: string) =>
    createElement("td", { key: name, className: "cell" }, `${name} ${row * 7919}`)
  const list = rows.map((row) => createElement("tr", { key: row }, cells.map(cellOf(row))))
  return brotliCompressSync(renderToStaticMarkup(createElement("tbody", null, list)), options)
}

/**
 * Milliseconds of processor that a page takes that never changes: what a core of this machine is worth just now. Beside other
 * work it differs by half from one hour to the next, and so does whatever is measured in milliseconds.
 */
export function pageOnThisMachine(): number {
  const times = Array.from({ length: 60 }, () => {
    const begun = process.cpuUsage()
    drawPage()
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  })
  return median(times.slice(20))
}
