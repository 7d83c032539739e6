// Calendars as other programs read them (iCalendar, RFC 5545). Instants are UTC ms.

export type CalendarEvent = {
  /** Stays the same for an event across reads. */
  uid: string
  title: string
  startsAt: number
  endsAt: number
  location: string | null
  /** May hold several lines. */
  details: string | null
  isCancelled: boolean
  /** Grows with each change, so that a program takes the later version. */
  sequence: number
  /** Where to join it. */
  link?: string | null
}

/** The whole calendar as text: lines end with CRLF and are folded after 75 octets. */
export function calendarText({
  name,
  events,
  writtenAt,
}: {
  name: string
  events: readonly CalendarEvent[]
  writtenAt: number
}): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Tutti//Calendar//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...(events.length === 0 ? emptyLines : events.flatMap((event) => eventLines(event, writtenAt))),
    "END:VCALENDAR",
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join("")
}

/** A calendar has at least one component; without events it says that its times are in UTC. */
const emptyLines = [
  "BEGIN:VTIMEZONE",
  "TZID:UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
]

const eventLines = (event: CalendarEvent, writtenAt: number) => [
  "BEGIN:VEVENT",
  `UID:${escapeText(event.uid)}`,
  `DTSTAMP:${instantText(writtenAt)}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTART:${instantText(event.startsAt)}`,
  `DTEND:${instantText(event.endsAt)}`,
  `SUMMARY:${escapeText(event.title)}`,
  ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
  ...(event.details ? [`DESCRIPTION:${escapeText(event.details)}`] : []),
  ...(event.link ? [`URL:${event.link.replace(/\p{Cc}/gu, "")}`] : []),
  `STATUS:${event.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
  ...(event.isCancelled ? ["TRANSP:TRANSPARENT"] : []),
  "END:VEVENT",
]

/** "20261118T203000Z" */
const instantText = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, "")

/** Escapes commas, semicolons, backslashes and line ends, so that no text can add a line of its own. */
const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\p{Cc}/gu, "")

const encoder = new TextEncoder()

function fold(line: string): string {
  const parts: string[] = []
  let part = ""
  let octets = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    // A continued line begins with a space, which counts too.
    if (octets + size > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ""
      octets = 0
    }
    part += letter
    octets += size
  }
  return [...parts, part].join("\r\n ")
}
