import { countOf, formatDate } from "~/utils/formats"

// What a teacher should know of a student before they come in. Safe in the browser.

export type TaughtFacts = {
  /** This term's marks in the teacher's sessions. */
  attended: number
  held: number
  /** Upcoming sessions with a reported absence, soonest first. */
  notices: { localDate: string; text: string | null }[]
  credits: number
  /** The last day of the credit that expires first. */
  creditUntil: string | null
  nextSession: { sessionId: string; localDate: string; startTime: string } | null
}

/** A student of a teacher's, with this term's attendance in their lessons. */
export type TaughtStudent = Pick<TaughtFacts, "attended" | "held" | "nextSession"> & {
  id: string
  name: string
  instrument: string | null
  level: string | null
}

/** What is out of the ordinary, most urgent first: "can’t come Wed, Nov 25: cold", "1 make-up credit, expires Feb 16". */
export function alertsOf({ notices, credits, creditUntil }: TaughtFacts): string[] {
  const missing = notices.map(
    ({ localDate, text }) => `can’t come ${formatDate(localDate, "short")}${text ? `: ${text}` : ""}`,
  )
  if (credits === 0 || !creditUntil) return missing
  const until = formatDate(creditUntil, "day")
  const expiry = credits === 1 ? `expires ${until}` : `the first expires ${until}`
  return [...missing, `${countOf(credits, "make-up credit")}, ${expiry}`]
}

/** "9 of 10", or a dash before the first mark. */
export const attendanceText = ({ attended, held }: Pick<TaughtFacts, "attended" | "held">): string =>
  held === 0 ? "–" : `${attended} of ${held}`
