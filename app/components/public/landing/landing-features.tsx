import { platformProvider } from "~/utils/payment-providers"
import { LetteredList } from "./lettered-list"

const features = [
  [
    "A",
    "Student management",
    "Families, guardians, levels, medical notes and history. Siblings share one account and one invoice.",
  ],
  [
    "B",
    "Class scheduling",
    "Weekly lessons, rooms and holidays on one schedule. A clash says who it affects and offers three free times.",
  ],
  [
    "C",
    "Attendance and reminders",
    "A group of ten in twelve taps, even in a basement with no signal. Reminders go out automatically.",
  ],
  [
    "D",
    "Payments and invoicing",
    `Lessons become invoice lines with dates and reasons. Families pay by card or with ${platformProvider} from their home screen.`,
  ],
  [
    "E",
    "Teacher management",
    "Availability, time off, substitutes and pay, with the reason for every amount.",
  ],
  [
    "F",
    "Analytics and reports",
    "Growth, retention, fill rate and revenue. Counts and amounts open the list behind them.",
  ],
  [
    "G",
    "Communication tools",
    "Messages, email and announcements. You see exactly who gets them before you send.",
  ],
  [
    "H",
    "Student and parent portal",
    "What’s next, what to practice and what’s due. Fast, even on a slow phone.",
  ],
] as const

type Picture = { light: string; dark: string; width: number; height: number }

/** The eight parts of a school, under rehearsal marks, and a picture of the week as it is. */
export function LandingFeatures({ week }: { week: Picture }) {
  return (
    <section className="page-width page-section" id="features">
      <h2>Everything a music school needs.</h2>
      <LetteredList items={features} />
      <figure>
        <picture>
          <source media="(prefers-color-scheme: dark)" srcSet={week.dark} />
          <img
            src={week.light}
            alt="The week: today is wide with a lane for each teacher, the other days are narrow."
            width={week.width}
            height={week.height}
            loading="lazy"
          />
        </picture>
        <figcaption>The week in Tutti, at our sample school.</figcaption>
      </figure>
    </section>
  )
}
