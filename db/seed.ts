import { hashPassword } from "~/models/user/password.server"
import { addUser, findUserByEmail } from "~/models/user/user.server"

export const demoPassword = "tutti-demo-2026"

/** Seeds the demo once, through the models. A database that has it stays as it is. Answers one line for the log. */
export async function seedDemo(): Promise<string> {
  if (findUserByEmail("super@tutti.example")) return "The demo is there already."
  const passwordHash = await hashPassword(demoPassword)
  addUser({ name: "Tutti staff", email: "super@tutti.example", passwordHash, isSuperAdmin: true })
  return "The demo is seeded."
}
