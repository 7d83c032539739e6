/** What canceling lessons gives, said before it is done. Safe in the browser. */
export const cancelCreditText = (givesCredits: boolean): string =>
  givesCredits
    ? "Each enrolled student gets a make-up credit for each canceled lesson."
    : "Your attendance rules give no make-up credits for it."

/** Of a lesson that a make-up credit was spent on; `lastDay` as text. */
export const openAgainText = (lastDay: string): string =>
  `The make-up credit is available again, to use by ${lastDay}.`
