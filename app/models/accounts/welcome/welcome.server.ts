import { db, transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import type { Result } from "~/utils/result"
import { countryOfZone } from "../school/country.server"
import { guessSchool } from "../school/guess-school.server"
import { change, changeFormats, changeRegion, findSchoolSettings } from "../school/school-settings.server"
import type { WelcomePart, WelcomeStep } from "./welcome"
import type { WelcomeForm } from "./welcome-form"

// The welcome of a school whose subscription has just become active. Its row says which step is next, so it can be left and
// taken up again on another day. The activation begins it.

/** Which step is next, `new` before anyone has seen it; null when the welcome is over, or the school never had one. */
export const findWelcome = (actor: Actor): WelcomeStep | null =>
  db().select({ welcome: schools.welcome }).from(schools).where(eq(schools.id, actor.school.id)).get()
    ?.welcome ?? null

const setWelcome = (actor: Actor, welcome: WelcomeStep | null) => {
  db().update(schools).set({ welcome }).where(eq(schools.id, actor.school.id)).run()
}

/** Leaves the welcome for later: the dashboard keeps a link to the step that is next. */
export function leaveWelcome(actor: Actor) {
  if (findWelcome(actor) === "new") setWelcome(actor, "school")
}

export function endWelcome(actor: Actor) {
  setWelcome(actor, null)
}

/** Goes on to a step, unless the welcome is over: its pages stay open to look at. */
export function reachStep(actor: Actor, step: WelcomePart) {
  if (findWelcome(actor) !== null) setWelcome(actor, step)
}

/** The country the school seems to be in (ISO 3166), by its time zone. */
export const countryOf = (timeZone: string): string => countryOfZone(timeZone) ?? "US"

/**
 * Saves name and place. Another country brings its own zone, currency and formats for everything that was left as it is;
 * what was changed in the form wins. Refused as the settings refuse: another currency after the first invoice or payment.
 */
export function setUpSchool(
  actor: Actor,
  { name, country, ...chosen }: WelcomeForm,
): Result<void, "currency-fixed" | "no-currency"> {
  return transact(() => {
    const before = findSchoolSettings(actor)
    const form = country === countryOf(before.timeZone) ? chosen : follow(country, before, chosen)
    const { timeZone, currency, ...formats } = form
    const moved = changeRegion(actor, {
      timeZone,
      currency: before.currencyIsFixed ? undefined : currency,
    })
    if (!moved.ok) return moved
    change(actor, "identity", { name })
    changeFormats(actor, formats)
    reachStep(actor, "hours")
    return { ok: true }
  })
}

type Chosen = Omit<WelcomeForm, "name" | "country">

/** The country's own for what stayed as it was. */
function follow(country: string, before: ReturnType<typeof findSchoolSettings>, chosen: Chosen): Chosen {
  const usual = guessSchool({ acceptLanguage: null, country })
  const own = <Key extends keyof Chosen & keyof typeof usual>(key: Key): Chosen[Key] =>
    chosen[key] === undefined || chosen[key] === before[key] ? (usual[key] as Chosen[Key]) : chosen[key]
  return {
    timeZone: own("timeZone"),
    currency: own("currency"),
    dateOrder: own("dateOrder"),
    hourCycle: own("hourCycle"),
    numberStyle: own("numberStyle"),
    currencyPlace: own("currencyPlace"),
    weekStart: own("weekStart"),
  }
}
