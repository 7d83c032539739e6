import { countOf } from "~/utils/count-of"

// The school's make-up rules with a student's figures in this term, as sentences. Safe in the browser.

export type CreditRules = {
  noticeHours: number
  creditExpiry: "days" | "term" | "next_term"
  creditExpiryDays: number
  cap: { most: number; earned: number } | null
  allowance: { most: number; used: number }
}

const expiryTexts = {
  term: "Credits expire at the end of the term.",
  next_term: "Credits expire at the end of the next term.",
}

/** The deadline, the expiration, the limit and the allowance; what the school doesn't have isn't mentioned. */
export function ruleTexts({
  noticeHours,
  creditExpiry,
  creditExpiryDays,
  cap,
  allowance,
}: CreditRules): string[] {
  return [
    noticeHours === 0
      ? "Absences are in time until the lesson starts."
      : `Absences are in time when reported ${countOf(noticeHours, "hour")} ahead.`,
    ...(allowance.most > 0
      ? [`${allowance.used} of ${allowance.most} late absences this term count as reported in time, too.`]
      : []),
    creditExpiry === "days"
      ? `Credits expire after ${countOf(creditExpiryDays, "day")}.`
      : expiryTexts[creditExpiry],
    ...(cap ? [`${cap.earned} of ${cap.most} credits this term are earned.`] : []),
  ]
}
