import { z } from "zod"
import { planKeys } from "~/models/accounts/plan/plan-catalogue"
import { dayIfAny, neededText } from "~/utils/form-text"
import { parseMoney } from "~/utils/money"

// What our staff fill in to make a coupon.

export const kindsOff = ["percent", "amount"] as const
export const mostMonths = 24

const whole = (max: number, message: string) =>
  z.coerce.number({ error: message }).int(message).min(1, message).max(max, message)

export const CouponForm = z
  .object({
    intent: z.literal("make"),
    key: z.uuid(),
    code: z
      .string({ error: "Enter a code." })
      .trim()
      .transform((typed) => typed.toUpperCase())
      .pipe(
        z
          .string()
          .regex(/^[A-Z0-9][A-Z0-9-]{2,23}$/, "Use 3 to 24 letters, digits and hyphens, such as SPRING-26."),
      ),
    kindOff: z.enum(kindsOff, { error: "Choose percent or amount." }),
    off: neededText("Enter how much it takes off.", 12, "Enter a smaller number."),
    months: whole(mostMonths, "Enter a number of months from 1 to 24, or leave it blank.").optional(),
    plans: z.array(z.enum(planKeys)).max(planKeys.length).default([]),
    validUntil: dayIfAny,
    mostUses: whole(100_000, "Enter a whole number above zero, or leave it blank.").optional(),
  })
  .transform(({ kindOff, off, ...form }, context) => {
    const minor = parseMoney(off)
    const percent = Number(off.replace(/\s*%$/, ""))
    if (kindOff === "percent") {
      if (Number.isInteger(percent) && percent >= 1 && percent <= 100)
        return { ...form, percentOff: percent, amountOffMinor: null }
      context.addIssue({ code: "custom", path: ["off"], message: "Enter a whole percentage from 1 to 100." })
      return z.NEVER
    }
    if (minor !== null && minor > 0 && minor <= 1_000_000)
      return { ...form, percentOff: null, amountOffMinor: minor }
    context.addIssue({
      code: "custom",
      path: ["off"],
      message: "Enter an amount in US dollars above zero, such as 10.00.",
    })
    return z.NEVER
  })
export type CouponForm = z.output<typeof CouponForm>
