import { z } from "zod"
import { isTime } from "./clock-times"
import { countryCode } from "./country-names"
import { isWithinReach } from "./dates"
import { fullAddress } from "./email-address"
import { exampleDate } from "./form-messages"
import { currentFormats, formatNumber } from "./formats"
import { LARGEST_AMOUNT, parseAmount, parseMoney, plainAmount } from "./money"
import { keptAddress } from "./postal-address"
import { shortReason } from "./short-reason"
import { smallestAmount, toSmallest } from "./smallest-amount"
import { cannotBeShown } from "./unseen-text"

// What people type into forms: text, days, times and amounts. Server only: the browser gets no zod.

/** How many characters can be seen: a name of zero-width or blank letters has none. */
export const visibleLength = (text: string): number =>
  [...text.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, "")].length

/** One line, trimmed, without control characters, at most so many characters. */
export const line = (most: number, tooLong: string) =>
  z
    .string()
    .trim()
    .normalize("NFC")
    .max(most, tooLong)
    .regex(/^\P{Cc}*$/u, cannotBeShown)

/** A telephone number as people write it: with spaces, signs or an extension, but never without figures. */
export const phoneNumber = line(40, "Keep the phone number under 40 characters.").refine(
  (text) => text === "" || (text.match(/\p{Nd}/gu)?.length ?? 0) >= 3,
  "Enter a phone number, like +1 555 010 0199.",
)

/** Whom to call in an emergency, in one line. */
export const emergencyContact = line(300, "Keep the emergency contact under 300 characters.")

/** A line that must be filled in. */
export const neededLine = (missing: string, most: number, tooLong: string) =>
  z.string({ error: missing }).pipe(line(most, tooLong).min(1, missing))

/** Text that must be filled in, as it was typed. */
export const neededText = (missing: string, most: number, tooLong: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(most, tooLong)

/** Why something is done, in three characters or more. */
export const reasonOf = (most: number, missing = "Enter a reason.") =>
  z
    .string({ error: missing })
    .trim()
    .min(3, shortReason(missing))
    .max(most, `Keep the reason under ${most} characters.`)

/** A stranger's text, of which so many characters are read. */
export const cut = (most: number) => z.string().transform((text) => text.slice(0, most))

/** Several lines, line ends as \n, without other control characters. */
export const lines = (most: number, tooLong: string) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, "\n").trim().normalize("NFC"))
    // no second z.string(): of nothing but spaces it would say that something is missing
    .refine((text) => text.length <= most, tooLong)
    .refine((text) => /^(?:\P{Cc}|\n)*$/u.test(text), cannotBeShown)

const addressPart = (what: string, most: number) =>
  line(most, `Keep the ${what} under ${most} characters.`).default("")

/**
 * A postal address from its fields (`address.street`, `address.city`, …), as the text it is kept as; one text alone is all street.
 * Undefined where all of them are blank.
 */
export const postalAddress = z
  .preprocess(
    (given) => (typeof given === "string" ? { street: given } : given),
    z
      .object(
        {
          // as much as an import keeps
          street: z
            .string()
            .transform((text) => text.replaceAll("\t", " "))
            .pipe(lines(900, "Keep the address under 900 characters."))
            .default(""),
          city: addressPart("city", 120),
          region: addressPart("state or region", 120),
          postalCode: addressPart("postal code", 120),
          country: addressPart("country", 80).transform((text, context) => {
            const code = text ? countryCode(text) : ""
            if (code === undefined)
              context.addIssue({ code: "custom", message: "Enter a country by its name, like Germany." })
            return code ?? ""
          }),
        },
        { error: "Enter an address." },
      )
      .transform((parts) => keptAddress(parts) ?? undefined),
  )
  .optional()

/** Several lines as they were typed, tabs and line ends included, trimmed. */
export const block = (most: number, tooLong: string) =>
  z
    .string()
    .trim()
    .normalize("NFC")
    .max(most, tooLong)
    .regex(/^(?:\P{Cc}|[\r\n\t])*$/u, cannotBeShown)

/** Text that may be left out; null without any. */
export const textOrNull = (most: number, tooLong: string) =>
  z
    .string()
    .trim()
    .max(most, tooLong)
    .optional()
    .transform((text) => text || null)

/** A day, `YYYY-MM-DD`. One that doesn't exist is refused with an example in the school's format. */
export const day = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .refine(isWithinReach, { error: ({ input }) => (input === "" ? missing : exampleDate()) })

/** A day that may be left out. */
export const dayIfAny = day("Enter a date, or leave this blank.").optional()

/** A time of day, `HH:MM`. */
export const time = (missing: string, wrong = missing) => z.string({ error: missing }).refine(isTime, wrong)

/** A whole number in a range, typed in figures. */
export const wholeNumber = (least: number, most: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((number) => number >= least && number <= most, message)

/** Whether a field itself is wrong: a rule over several that reads it then says nothing more. */
export const isWrong = (context: z.core.$RefinementCtx, key: string) =>
  context.issues.some(({ path }) => path?.[0] === key)

/** An example of an amount, one that can be typed in the school’s currency: whole where it has no cents. */
export const exampleAmount = (minor: number): string => plainAmount(toSmallest(minor))

const isWhole = (minor: number): boolean => minor % smallestAmount() === 0

/** What is wrong with an amount that has a fraction where the school’s currency has none. */
const fractionRefused = () =>
  `${currentFormats().currency} has no decimals. Enter a whole amount, like ${formatNumber(1200)}.`

/** What is wrong with a number above zero that is no amount. */
function notAnAmount(text: string): string | undefined {
  const [, whole = "", fraction = ""] = /^\s*(\d+)(?:[.,](\d+))?\s*$/.exec(text) ?? []
  if (Number(whole) * 100 > LARGEST_AMOUNT) return `Enter at most ${formatNumber(LARGEST_AMOUNT / 100)}.`
  return fraction.length > 2 ? `Use at most two decimals, like ${exampleAmount(3250)}.` : undefined
}

/** An amount as people type it, in minor units. `least` is 0 or 1; the texts name one in the school's own formats. */
export const amount = (missing: () => string, { wrong = missing, least = 0 } = {}) =>
  z
    .string({ error: missing })
    .max(40, { error: missing })
    .transform((text, context) => {
      const minor = parseMoney(text)
      if (minor === null || minor < least)
        context.addIssue({ code: "custom", message: notAnAmount(text) ?? wrong() })
      else if (!isWhole(minor)) context.addIssue({ code: "custom", message: fractionRefused() })
      return minor ?? 0
    })

const amountIfAnyWrong = () => `Enter an amount above zero, like ${exampleAmount(2000)}, or leave this blank.`

/** Minor units of an amount above zero; undefined where none is entered. */
export const amountIfAny = amount(amountIfAnyWrong, { least: 1 }).optional()

/** "10%" as thousandths of a percent, "5.00" as minor units. */
export const percentOrAmount = (wrong: () => string, most: number) =>
  z
    .string({ error: wrong })
    .trim()
    .max(20, { error: wrong })
    .transform((text, context): { rate: number | null; amountMinor: number | null } => {
      const percent = /^(\d{1,3}(?:[.,]\d{1,3})?)\s*%$/.exec(text)?.[1]
      const rate = percent === undefined ? null : Math.round(Number(percent.replace(",", ".")) * 1000)
      const amountMinor = percent === undefined ? parseAmount(text) : null
      const isRight = rate === null ? amountMinor !== null && amountMinor > 0 : rate >= 1 && rate <= most
      if (!isRight) context.addIssue({ code: "custom", message: wrong() })
      return { rate, amountMinor }
    })

/** Minor units of "32.50", or of "-10" for a reduction. */
export const signedAmount = z
  .string({ error: () => `Enter an amount, like ${exampleAmount(3250)}.` })
  .max(40, { error: () => `Enter an amount, like ${exampleAmount(3250)}.` })
  .transform((text, context) => {
    const reduction = /^\s*[-−]/.test(text)
    const minor = parseMoney(text.replace(/^\s*[-−]\s*/, ""))
    if (!minor)
      context.addIssue({
        code: "custom",
        message: `Enter an amount, like ${exampleAmount(3250)} or ${plainAmount(-1000)}.`,
      })
    else if (!isWhole(minor)) context.addIssue({ code: "custom", message: fractionRefused() })
    return reduction ? -(minor ?? 0) : (minor ?? 0)
  })

const notWhole = "Enter a complete email address, such as zoe@example.com."

/** An email address as typed, in small letters. */
export const emailAddress = z.string().trim().toLowerCase().max(254, notWhole).pipe(fullAddress(notWhole))

/** The key of a record that someone chose. */
export const chosenKey = z.string().max(64)

/** Amounts by what they are of; an empty one is nothing. */
export const amountsByKey = z
  .record(
    chosenKey,
    z
      .string()
      .optional()
      .transform((text, context) => {
        const typed = text?.trim()
        const minor = typed ? parseAmount(typed) : 0
        if (minor === null)
          context.addIssue({ code: "custom", message: `Enter an amount, like ${exampleAmount(3250)}.` })
        return minor ?? 0
      }),
  )
  .default({})

/** The key of a record that must be chosen; an empty choice says so in the field’s own text. */
export const neededChoice = (missing: string) => z.string({ error: missing }).pipe(chosenKey.min(1, missing))

/** Refuses a text that names a merge field which isn't there; the caller finds those. */
export const onlyKnownFields =
  (unknownIn: (text: string) => string[]) => (text: string, context: z.RefinementCtx) => {
    const [unknown] = unknownIn(text)
    if (unknown !== undefined)
      context.addIssue({
        code: "custom",
        message: `{${unknown}} isn’t a merge field. Choose one from the list below.`,
      })
  }

/** When an act began or ended (UTC ms), as its Undo sends it. */
export const actInstant = z
  .string()
  .regex(/^\d{10,15}$/, "Reload the page.")
  .transform(Number)

/** No act takes longer, in ms. */
const longestAct = 60_000
export const isOfOneAct = ({ since, until }: { since: number; until: number }): boolean =>
  until >= since && until - since <= longestAct
