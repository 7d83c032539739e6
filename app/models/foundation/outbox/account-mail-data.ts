// What the emails about a person's own login need.

export type AccountMailData = {
  /** Someone registered with an address that has an account; `name` is empty while no one has proven the address. */
  "account-exists": { name: string }
  "password-changed": { name: string }
  "email-change": { email: string; linkId: string }
  /** To the present address, which can still stop it. */
  "email-change-asked": { name: string; email: string; askedAt: number }
  "email-changed": { name: string; email: string }
  "email-confirmation": { email: string; linkId: string }
  /** The mailbox took an account over that someone had registered with its address. */
  "address-proven": { email: string; schoolNames: string[] }
  "second-factor-changed": { name: string; state: "on" | "off" }
}
