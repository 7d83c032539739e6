import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { platformChange } from "~/models/foundation/access/door.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { endOtherSignIns, isOwnSignIn } from "../sign-in/own-sign-ins.server"
import { forgetTriesAt } from "../sign-in/sign-in-tries.server"
import { findUser, setPassword } from "../user/user.server"

// A person's own profile: name, phone, time zone, email and password. Changing the email or password requires the current password.

export function rename(userId: string, name: string) {
  platformChange(users, userId, { name })
}

/** The number at which their office reaches them; null for none. */
export function changePhone(userId: string, phone: string | null) {
  platformChange(users, userId, { phone })
}

/** The zone whose times they read beside the school's; null for the school's alone. */
export function changeTimeZone(userId: string, timeZone: string | null) {
  platformChange(users, userId, { timeZone })
}

/**
 * Replaces the person's password, ends their sign-ins in every other browser, and mails that it happened. False when the
 * sign-in it is asked from has ended in the meantime, as after a reset: hashing takes time, and the reset must win.
 */
export function changePassword(userId: string, passwordHash: string, keepSignInId: string): boolean {
  return transact(() => {
    if (!isOwnSignIn(userId, keepSignInId)) return false
    setPassword(userId, { passwordHash, mustChangePassword: false })
    endOtherSignIns(userId, keepSignInId)
    const user = findUser(userId)
    if (user?.email) {
      forgetTriesAt(user.email)
      queueMail({
        template: "password-changed",
        data: { name: user.name },
        schoolId: null,
        recipient: user.email,
      })
    }
    return true
  })
}
