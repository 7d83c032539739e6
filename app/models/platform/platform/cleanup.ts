// What gathers on a platform and can go; safe in the browser.
import { countOf } from "~/utils/count-of"

export const cleanupKinds = [
  "registrations",
  "schools",
  "links",
  "sign-ins",
  "files",
  "jobs",
  "limits",
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
    about: `Never paid, one person, ${abandonedAfterDays} days old. PayPal is asked first; whatever is paid there stays.`,
  },
  schools: {
    title: "Schools whose 30 days are over",
    one: "school whose 30 days are over",
    about:
      "Their administrator asked for it, and could take it back until then. Also goes by itself every night.",
  },
  links: {
    title: "Links in mails",
    one: "link in a mail",
    about: `Used, replaced or past their time for ${linkKeptDays} days: invitations, new passwords.`,
  },
  "sign-ins": {
    title: "Sign-ins",
    one: "sign-in",
    about: "Past their time. Also go by themselves every hour.",
  },
  files: {
    title: "Files",
    one: "file",
    about: "Uploaded a day ago and never sent. Also go by themselves every night.",
  },
  jobs: { title: "Jobs", one: "job", about: "Done a week ago. Also go by themselves every hour." },
  limits: {
    title: "Counters of tries",
    one: "counter of tries",
    about: "Whose time is over: they hold nobody any more.",
  },
}

export type CleanupCounts = Partial<Record<CleanupKind, number>>

/** "2 abandoned registrations, 14 sign-ins" or "nothing" */
export function countText(counts: CleanupCounts): string {
  const some = cleanupKinds.flatMap((kind) =>
    counts[kind]
      ? [countOf(counts[kind], cleanupLabels[kind].one, cleanupLabels[kind].title.toLowerCase())]
      : [],
  )
  return some.length ? some.join(", ") : "nothing"
}
