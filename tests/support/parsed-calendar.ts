// A second reader of iCalendar (RFC 5545), written from the standard and not from our writer: it unfolds lines, splits
// parameters from values and undoes the escapes.

export type ParsedEvent = Record<string, string>

/** The events of a calendar, each property by name. Throws where the text breaks the standard. */
export function parseCalendar(text: string): ParsedEvent[] {
  if (!text.endsWith("\r\n") || /[^\r]\n/.test(text)) throw new Error("Lines must end with CRLF")
  for (const line of text.split("\r\n"))
    if (new TextEncoder().encode(line).length > 75) throw new Error(`Too long: ${line}`)
  const events: ParsedEvent[] = []
  const open: string[] = []
  for (const line of text
    .replace(/\r\n[ \t]/g, "")
    .split("\r\n")
    .filter(Boolean)) {
    const found = /^([A-Z-]+)((?:;[A-Z-]+=[^:;]+)*):(.*)$/.exec(line)
    if (!found) throw new Error(`Not a property: ${line}`)
    const [, name = "", , value = ""] = found
    if (name === "BEGIN") {
      open.push(value)
      if (value === "VEVENT") events.push({})
    } else if (name === "END") {
      if (open.pop() !== value) throw new Error(`${value} ends what it didn't begin`)
    } else if (open.at(-1) === "VEVENT") {
      const event = events.at(-1) ?? {}
      if (event[name] !== undefined) throw new Error(`${name} twice`)
      event[name] = value.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign))
    }
  }
  if (open.length > 0) throw new Error(`${open.join()} doesn't end`)
  return events
}
