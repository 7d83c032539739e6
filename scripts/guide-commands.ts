import { readFileSync } from "node:fs"

// The commands of docs/operations.md as they are written there, so that the guide itself is what a rehearsal plays: its
// blocks under a heading, and those within its sentences. One that is no longer there is an error.

const guide = readFileSync("docs/operations.md", "utf8")

const sectionOf = (heading: string): string => {
  const section = guide.split(`\n### ${heading}\n`)[1]?.split(/\n##+ /)[0]
  if (!section) throw new Error(`docs/operations.md has no section "${heading}".`)
  return section
}

/** The shell's lines in a section: its block that has this text. */
export function blockIn(heading: string, text = ""): string {
  const blocks = [...sectionOf(heading).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = ""]) => lines)
  const block = blocks.find((lines) => lines.includes(text))
  if (!block) throw new Error(`docs/operations.md has no commands with "${text}" under "${heading}".`)
  return block
}

/** A command within a sentence of a section, by its beginning. */
export function commandIn(heading: string, beginning: string): string {
  const commands = [...sectionOf(heading).matchAll(/`([^`]+)`/g)].map(([, command = ""]) => command)
  const command = commands.find((each) => each.startsWith(beginning))
  if (!command) throw new Error(`docs/operations.md has no command "${beginning}…" under "${heading}".`)
  return command
}
