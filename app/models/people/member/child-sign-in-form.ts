import { z } from "zod"

/** What a child types to sign in instead of an address. */
export const ChildSignInForm = z.object({
  username: z
    .string({ error: "Choose a user name." })
    .trim()
    .toLowerCase()
    .min(3, "A user name has at least 3 characters.")
    .max(30, "A user name has at most 30 characters.")
    .regex(/^[a-z0-9][a-z0-9._-]*$/, "Use letters, digits, dots and hyphens only, such as milo.haddad."),
})
export type ChildSignInForm = z.output<typeof ChildSignInForm>
