/** What canceling lessons gives, said before it is done. Safe in the browser. */
export const cancelCreditText = (givesCredits: boolean): string =>
  givesCredits
    ? "Each enrolled student gets a make-up credit for each canceled lesson."
    : "Your attendance rules give no make-up credits for it."

/** The same for one lesson that is canceled where it is seen, with who is told and until when it is undone without a word. */
export const cancelEffect = (givesCredits: boolean): string =>
  `No one is charged. ${givesCredits ? "Each enrolled student gets a make-up credit." : "Your attendance rules give no make-up credit."} Families and the teacher get an email after 2 minutes, unless you undo it before.`

/** Of a lesson that a make-up credit was spent on; `lastDay` as text. */
export const openAgainText = (lastDay: string): string =>
  `The make-up credit is available again, to use by ${lastDay}.`
