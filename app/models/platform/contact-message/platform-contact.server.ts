import { env } from "~/utils/env.server"

export type PlatformContact = {
  email: string
  telephone: string
  social: { label: string; href: string }[]
  /** The details are the sample ones: say so where they are read. */
  isSample: boolean
}

/** How visitors reach the people who run this platform, as its settings say. */
export function platformContact(): PlatformContact {
  const { CONTACT_EMAIL, CONTACT_TELEPHONE, SOCIAL_LINKS } = env()
  return {
    email: CONTACT_EMAIL,
    telephone: CONTACT_TELEPHONE,
    social: SOCIAL_LINKS,
    isSample: CONTACT_EMAIL.endsWith(".example"),
  }
}
