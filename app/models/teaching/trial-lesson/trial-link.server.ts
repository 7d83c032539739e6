import { isKeyedHash, keyedHash } from "~/utils/seal.server"

// The link with which whoever booked a trial lesson sees and cancels it: no secret is stored.

const purpose = "trial lesson"

export const trialToken = (schoolId: string, bookingId: string): string =>
  `${bookingId}.${keyedHash(purpose, `${schoolId} ${bookingId}`)}`

/** The booking that a link is for; undefined when we didn't sign it for this school. */
export function bookingIn(schoolId: string, token: string): string | undefined {
  const [bookingId = "", signature = ""] = token.split(".")
  return isKeyedHash(purpose, `${schoolId} ${bookingId}`, signature) ? bookingId : undefined
}
