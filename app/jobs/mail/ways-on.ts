import { env } from "~/utils/env.server"
import { upperFirst } from "~/utils/names"
import { paths } from "~/utils/paths"
import type { Letter } from "./letter"

// How a recipient goes on from an email: by a button that leads to Tutti, or, without a login, by a reply or a call.

/** Filled in when a mail is written (`withReach`). */
export type Reached = {
  /** Whether the recipient can log in. */
  hasPages?: boolean | undefined
  /** How the school is reached. */
  reach?: string | undefined
}

/** Where the button leads: a path. */
type Way = { label: string; path: string }

/** How the emails that can be turned off end. */
export const turnOff = () => `Turn these emails off: ${env().APP_URL}${paths.preferences()}`

/**
 * What someone without a login does, after words that lead to it: "Questions?", a sentence of its own follows; "To accept the spot," goes
 * on in the same one.
 */
function insteadText({ schoolName, reach }: Reached & { schoolName: string }, lead: string): string {
  const way = `${reach ?? `reply to this email, or call ${schoolName}`}.`
  if (lead.endsWith(",")) return `${lead} ${way}`
  return `${lead} ${upperFirst(way)}`.trim()
}

/** The button and the end of an email; without a login, what to do instead of the button. */
export function wayOn(
  data: Reached & { schoolName: string },
  { label, path }: Way,
  { closing, instead = "Questions?" }: { closing?: string | undefined; instead?: string } = {},
): Pick<Letter, "button" | "closing"> {
  if (data.hasPages === false) return { closing: insteadText(data, instead) }
  return { button: { label, url: `${env().APP_URL}${path}` }, ...(closing ? { closing } : {}) }
}

/** The same for an email that can be turned off. */
export const wayOnOrOff = (data: Reached & { schoolName: string }, way: Way) =>
  wayOn(data, way, { closing: turnOff(), instead: "Questions, or want to stop these emails?" })
