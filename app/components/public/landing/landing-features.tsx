import { RehearsalLetter } from "~/components/ui/rehearsal-letter"

const features = [
  [
    "A",
    "Student management",
    "Families, guardians, levels, medical notes and history. Siblings share one account and one invoice.",
  ],
  [
    "B",
    "Class scheduling",
    "Repeating lessons, rooms and closures in one score. Clashes are refused by name, with three free times instead.",
  ],
  [
    "C",
    "Attendance and reminders",
    "A group of ten in twelve taps, in a basement with no signal. Reminders go out by themselves.",
  ],
  [
    "D",
    "Payments and invoicing",
    "Lessons become invoice lines with dates and reasons. Families pay by PayPal from the first screen.",
  ],
  [
    "E",
    "Teacher management",
    "Availability, time off, substitutes and pay, with the rule behind every line.",
  ],
  [
    "F",
    "Analytics and reports",
    "Growth, retention, fill rate and revenue. Every figure opens the rows it was counted from.",
  ],
  [
    "G",
    "Communication tools",
    "Messaging, e-mail and announcements, with the exact list of recipients before you send.",
  ],
  [
    "H",
    "Student and parent portal",
    "What is next, what to practise, what is owed. Opens fast on a slow phone.",
  ],
] as const

/** The eight parts of a school, under rehearsal marks. */
export function LandingFeatures() {
  return (
    <section className="page-width page-section" id="features">
      <h2>Everything a school plays, in parts.</h2>
      <ol className="feature-list">
        {features.map(([letter, name, text]) => (
          <li key={letter}>
            <RehearsalLetter letter={letter} />
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
