import { countOf } from "~/utils/count-of"

/** What canceling lessons gives, said before it is done. Safe in the browser. */
export const cancelCreditText = (givesCredits: boolean): string =>
  givesCredits
    ? "Each enrolled student gets a make-up credit for each canceled lesson."
    : "Your attendance rules give no make-up credits for it."

/** What canceling one lesson does to make-up credits. */
export type CancelCredits = {
  /** Whether the attendance rules give one to each enrolled student. */
  isGiven: boolean
  /** Who comes without a make-up credit that paid for it. */
  enrolled: number
  /** Credits that paid for spots in it and are available again. */
  returned: number
}

/** "1 make-up credit is available again." and what the rules give; empty where no one is in it. */
export const creditsText = ({ isGiven, enrolled, returned }: CancelCredits): string =>
  [
    ...(enrolled > 0
      ? [
          isGiven
            ? "Each enrolled student gets a make-up credit."
            : "Your attendance rules give no make-up credit.",
        ]
      : []),
    ...(returned > 0 ? [returnedText(returned)] : []),
  ].join(" ")

export const returnedText = (returned: number): string =>
  `${countOf(returned, "make-up credit")} spent on it ${returned === 1 ? "is" : "are"} available again.`

/** The same for one lesson that is canceled where it is seen, with who is told and until when it is undone without a word. */
export const cancelEffect = (credits: CancelCredits): string =>
  ["No one is charged.", creditsText(credits), toldText].filter(Boolean).join(" ")

const toldText = "Families and the teacher get an email after 2 minutes, unless you undo it before."

/** Of a lesson that a make-up credit was spent on; `lastDay` as text. */
export const openAgainText = (lastDay: string): string =>
  `The make-up credit is available again, to use by ${lastDay}.`
