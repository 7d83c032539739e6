import type { welcomeSteps } from "db/schema/choices"
import { paths } from "~/utils/paths"

// The first hour of a new school: name and place, rooms and hours, policies, then its first records. Safe in the browser.

export type WelcomeStep = (typeof welcomeSteps)[number]

/** The steps as they are shown. */
export const welcomeParts = [
  { step: "school", title: "Your school", to: paths.welcome() },
  { step: "hours", title: "Rooms and hours", to: paths.welcomeHours() },
  { step: "policies", title: "Policies", to: paths.welcomePolicies() },
  { step: "records", title: "First records", to: paths.welcomeRecords() },
] as const
export type WelcomePart = (typeof welcomeParts)[number]["step"]

/** Where the welcome goes on. */
export const welcomePath = (step: WelcomeStep): string =>
  welcomeParts.find((part) => part.step === step)?.to ?? paths.welcome()
