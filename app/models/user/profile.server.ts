import { db, transact } from "db/client.server"
import { users } from "db/schema/people"
import { eq } from "drizzle-orm"
import { queueMail } from "../outbox/outbox.server"
import { endOtherSignIns } from "../sign-in/own-sign-ins.server"
import { findUser, setPassword } from "./user.server"

// What a person changes about themself.

export function rename(userId: string, name: string) {
  db().update(users).set({ name }).where(eq(users.id, userId)).run()
}

/** Replaces the person's password, ends their sign-ins in every other browser, and mails that it happened. */
export function changePassword(userId: string, passwordHash: string, keepSignInId: string) {
  transact(() => {
    setPassword(userId, { passwordHash, mustChangePassword: false })
    endOtherSignIns(userId, keepSignInId)
    const user = findUser(userId)
    if (user?.email)
      queueMail({
        template: "password-changed",
        data: { name: user.name },
        schoolId: null,
        recipient: user.email,
      })
  })
}
