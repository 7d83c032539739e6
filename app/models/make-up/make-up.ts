// A make-up lesson that a family books with a credit. Safe in the browser.

/** A time that is offered: date and wall clock of the school. */
export type Offer = { date: string; startTime: string }

export type Offers =
  | {
      ok: true
      className: string
      teacherName: string
      minutes: number
      creditUntil: string
      offers: Offer[]
    }
  | { ok: false; reason: MakeUpRefusal }

export type MakeUpRefusal = "no-credit" | "ask-the-school" | "taken" | "a-child"

export const makeUpRefusals: Record<MakeUpRefusal, string> = {
  "no-credit": "There is no make-up credit to use.",
  "ask-the-school": "This lesson is made up by arrangement. Ask the school for a time.",
  taken: "This time is not free any more. Choose another.",
  "a-child": "A grown-up of your family books it.",
}

/** What is sent for an offer: "2026-11-25 16:00". */
export const offerValue = ({ date, startTime }: Offer): string => `${date} ${startTime}`

export function readOffer(text: string): Offer | undefined {
  const [, date, startTime] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/.exec(text) ?? []
  return date && startTime ? { date, startTime } : undefined
}
