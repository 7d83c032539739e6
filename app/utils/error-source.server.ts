import { existsSync, readFileSync } from "node:fs"
import { relative } from "node:path"

// For development alone: an error in the browser shows the lines it came from.

const linesAround = 3

/** Puts the source of the first frame that is ours between an error's message and its stack. */
export function showSource(error: Error) {
  const stack = error.stack ?? ""
  const frames = stack.slice(stack.indexOf("\n    at "))
  const [, file = "", line = "0"] =
    /\(?(?:file:\/\/)?(\/(?!.*node_modules)[^()\n]+?):(\d+):\d+\)?$/m.exec(frames) ?? []
  if (!existsSync(file)) return
  const source = readFileSync(file, "utf8").split("\n")
  const number = Number(line)
  const first = Math.max(number - linesAround, 1)
  const excerpt = source.slice(first - 1, number + linesAround).map((text, index) => {
    const at = first + index
    return `${at === number ? ">" : " "} ${String(at).padStart(4)} | ${text}`
  })
  const position = `${relative(process.cwd(), file)}:${line}`
  error.stack = `${error.name}: ${error.message}\n\n${position}\n${excerpt.join("\n")}\n\n${frames.trimStart()}`
}
