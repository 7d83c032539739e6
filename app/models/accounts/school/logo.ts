import { megabyte } from "~/utils/bytes"

// A school's logo and color, at the top of its emails, papers and pages. Safe in the browser.

export const largestLogo = 5 * megabyte
/** Pixels at most, sharp on twice the size at which it is shown. */
export const logoSize = { width: 480, height: 160 }
/** What emails, papers and pages lay it on; behind it stays light where the rest is dark. */
export const logoGround = "#fdfcfa"
/** The color of a school that has none of its own. */
export const usualAccent = "#1649ad"
