import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { changeSchool, select } from "~/models/foundation/access/door.server"
import type { Result } from "~/utils/result"
import { countryOfZone } from "../school/country.server"
import { guessSchool, type SchoolGuess } from "../school/register-school.server"
import { changeRegion, changeSettings, findSchoolSettings } from "../school/school-settings.server"
import type { WelcomeStep } from "./welcome"
import type { WelcomeForm } from "./welcome-form"

// The welcome of a school whose subscription has just become active. Its row says which step is next, so it can be left and
// taken up again on another day. The activation begins it.

/** Which step is next, `new` before anyone has seen it; null when the welcome is over, or the school never had one. */
export const findWelcome = (actor: Actor): WelcomeStep | null =>
  select({ welcome: schools.welcome }).from(schools).where(eq(schools.id, actor.school.id)).get()?.welcome ??
  null

const setWelcome = (actor: Actor, welcome: WelcomeStep | null) => {
  changeSchool(actor, { welcome })
}

/** Leaves the welcome for later: the dashboard keeps a link to the step that is next. */
export function leaveWelcome(actor: Actor) {
  if (findWelcome(actor) === "new") setWelcome(actor, "school")
}

export function endWelcome(actor: Actor) {
  setWelcome(actor, null)
}

/** Goes on to a step, unless the welcome is over: its pages stay open to look at. */
export function reachStep(actor: Actor, step: WelcomeStep) {
  if (findWelcome(actor) !== null) setWelcome(actor, step)
}

/** The country the school seems to be in (ISO 3166), by its time zone. */
export const countryOf = (timeZone: string): string => countryOfZone(timeZone) ?? "US"

/** What a form shows for a country: the school’s own settings for its own, else what is usual there. */
export function placeOf(actor: Actor, country: string): SchoolGuess {
  const own = findSchoolSettings(actor)
  const usual = country === countryOf(own.timeZone) ? own : guessSchool({ acceptLanguage: null, country })
  const { timeZone, dateOrder, hourCycle, numberStyle, currencyPlace, weekStart } = usual
  const currency = own.currencyIsFixed ? own.currency : usual.currency
  return { timeZone, currency, dateOrder, hourCycle, numberStyle, currencyPlace, weekStart }
}

/** The form as the chosen country changes it: its own for everything that was left as it was shown. */
export function followCountry(actor: Actor, form: WelcomeForm): WelcomeForm {
  const { country, shownFor } = form
  const shown = placeOf(actor, shownFor ?? countryOf(findSchoolSettings(actor).timeZone))
  const usual = placeOf(actor, country)
  const own = <Key extends keyof SchoolGuess & keyof WelcomeForm>(key: Key): WelcomeForm[Key] =>
    form[key] === undefined || form[key] === shown[key] ? (usual[key] as WelcomeForm[Key]) : form[key]
  return {
    name: form.name,
    country,
    shownFor: country,
    timeZone: own("timeZone"),
    currency: own("currency"),
    dateOrder: own("dateOrder"),
    hourCycle: own("hourCycle"),
    numberStyle: own("numberStyle"),
    currencyPlace: own("currencyPlace"),
    weekStart: own("weekStart"),
  }
}

/**
 * Saves name and place. Another country than the one shown brings its own zone, currency and formats for everything that
 * was left as it is; what was changed in the form wins. Refused as the settings refuse: another currency after the first
 * invoice or payment.
 */
export function setUpSchool(actor: Actor, form: WelcomeForm): Result<void, "currency-fixed" | "no-currency"> {
  return transact(() => {
    const before = findSchoolSettings(actor)
    const isShown = form.country === (form.shownFor ?? countryOf(before.timeZone))
    const {
      name,
      country: _,
      shownFor: __,
      timeZone,
      currency,
      ...formats
    } = isShown ? form : followCountry(actor, form)
    const moved = changeRegion(actor, {
      timeZone,
      currency: before.currencyIsFixed ? undefined : currency,
    })
    if (!moved.ok) return moved
    changeSettings(actor, "identity", { name })
    changeSettings(actor, "formats", formats)
    reachStep(actor, "hours")
    return { ok: true }
  })
}
