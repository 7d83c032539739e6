// What gathers on a platform and can go; safe in the browser.
import { countOf } from "~/utils/formats"
import { hasPlatformProvider, platformProvider } from "~/utils/payment-providers"

export const cleanupKinds = [
  "registrations",
  "schools",
  "links",
  "sign-ins",
  "files",
  "jobs",
  "limits",
  "failures",
] as const
export type CleanupKind = (typeof cleanupKinds)[number]

/** After how many days without a payment a registration counts as abandoned. */
export const abandonedAfterDays = 30
/** How long a link that opens nothing any more is kept: it still says why. */
export const linkKeptDays = 30

export const cleanupLabels: Record<CleanupKind, { title: string; one: string; about: string }> = {
  registrations: {
    title: "Abandoned registrations",
    one: "abandoned registration",
    get about() {
      const text = `Never paid, one member, ${abandonedAfterDays} days old.`
      return hasPlatformProvider()
        ? `${text} Checked with ${platformProvider} first; paid registrations stay.`
        : text
    },
  },
  schools: {
    title: "Schools past their 30 days",
    one: "school past its 30 days",
    about: "Their administrator requested deletion and didn’t cancel it. Also removed every night.",
  },
  links: {
    title: "Email links",
    one: "email link",
    about: `Used, replaced or expired for ${linkKeptDays} days: invitations, new passwords.`,
  },
  "sign-ins": {
    title: "Logins",
    one: "login",
    about: "Expired. Also removed every hour.",
  },
  files: {
    title: "Files",
    one: "file",
    about: "Uploaded more than a day ago and never sent. Also removed every night.",
  },
  jobs: { title: "Jobs", one: "job", about: "Finished more than a week ago. Also removed every hour." },
  limits: {
    title: "Attempt limits",
    one: "attempt limit",
    about: "Expired: they no longer block anyone.",
  },
  failures: {
    title: "Failed requests",
    one: "failed request",
    about: "Found by the ID on an error page, for 30 days. Also removed every night.",
  },
}

export type CleanupCounts = Partial<Record<CleanupKind, number>>

/** "2 abandoned registrations, 14 logins" or "nothing" */
export function countText(counts: CleanupCounts): string {
  const some = cleanupKinds.flatMap((kind) =>
    counts[kind]
      ? [countOf(counts[kind], cleanupLabels[kind].one, cleanupLabels[kind].title.toLowerCase())]
      : [],
  )
  return some.length ? some.join(", ") : "nothing"
}
