import { z } from "zod"

/** The username a child logs in with instead of an email. */
export const ChildSignInForm = z.object({
  username: z
    .string({ error: "Enter a username." })
    .trim()
    .toLowerCase()
    .min(3, "Enter at least 3 characters for the username.")
    .max(30, "Keep the username under 30 characters.")
    .regex(/^[a-z0-9][a-z0-9._-]*$/, "Use only letters, numbers, dots and hyphens, for example milo.haddad."),
})
export type ChildSignInForm = z.output<typeof ChildSignInForm>
