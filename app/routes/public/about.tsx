import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PublicShell } from "~/components/public/public-shell"
import { siteFooter } from "~/components/public/site-footer"
import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import { allowAnyone } from "~/http/guards.server"
import { viewerHome } from "~/http/viewer-home.server"
import { ownEntrance } from "~/routes/registration/registration.server"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { publicMeta } from "~/utils/public-meta"
import { sellsPlans } from "~/utils/sold-plans"

export async function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  if (!sellsPlans()) throw redirect(ownEntrance())
  const home = await viewerHome(request)
  return { home: home?.isOpen ? home.to : undefined }
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "About us · Tutti",
    description: "Why we make Tutti: less admin in music schools, and more music.",
    path: paths.about(),
  })

const features = [
  [
    "A",
    "Students and families",
    "Siblings share one account and one invoice, and every change shows who made it and when.",
  ],
  [
    "B",
    "Scheduling",
    "Weekly lessons in your school’s time zone. Holidays and clashes show up before anyone travels.",
  ],
  [
    "C",
    "Attendance",
    "One tap settles what the family is charged, what the teacher is paid and what can be made up.",
  ],
  [
    "D",
    "Invoices and payments",
    `Every line shows its date and reason. Families pay by card or with ${platformProvider}, straight to your school. Schools in Europe send e-invoices.`,
  ],
  ["E", "Teachers", "Today’s lessons, attendance and the last lesson’s notes on one phone screen."],
  ["F", "Family portal", "What’s next, what was taught and what’s due on one page, fast on a slow network."],
] as const

const promises = [
  [
    "Less admin",
    "Record an absence once. The invoice, the teacher’s pay and the make-up follow your school’s rules.",
  ],
  ["More music", "Attendance takes thirty seconds between lessons. The rest of the time is for playing."],
  ["Global support", "Write to us 24/7, wherever your school is. A person answers within 24 hours."],
] as const

export default function About() {
  const { home } = useLoaderData<typeof loader>()
  return (
    <PublicShell
      // the specification words this page's buttons
      aside={
        home ? (
          <a className="button" href={home}>
            Go to Dashboard
          </a>
        ) : (
          <>
            <a className="button plain" href={paths.login()}>
              Sign In
            </a>{" "}
            <a className="button" href={paths.registerSchool()}>
              Get Started
            </a>
          </>
        )
      }
      footer={siteFooter}
    >
      <main id="main">
        <div className="page-width hero">
          <h1>About us</h1>
          <p className="intro">
            In a score, tutti marks the place where everyone plays. We look after the rest: schedules,
            attendance and invoices for music schools and independent teachers.
          </p>
        </div>
        <section className="page-width page-section">
          <h2>Our Mission</h2>
          <p className="intro">
            A music school should spend its days on music. We want the office work to end when the last lesson
            does, with no double entry, no missing invoice lines and no parents left wondering.
          </p>
        </section>
        <section className="page-width page-section">
          <h2>What Tutti does</h2>
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
        <section className="page-width page-section">
          <h2>Global Service Local Support</h2>
          <p className="intro">
            Tutti is fully cloud-based: there’s nothing to install, and a browser on any phone is enough. You
            can reach our support 24/7 from anywhere in the world, and each school keeps its own time zone,
            currency and rules.
          </p>
        </section>
        <section className="page-width page-section">
          <h2>Our Commitment</h2>
          <div className="columns">
            {promises.map(([name, text]) => (
              <div key={name} className="section">
                <h3>{name}</h3>
                <p className="dim">{text}</p>
              </div>
            ))}
          </div>
          {home ? null : (
            <p className="buttons full">
              <a className="button primary" href={paths.registerSchool()}>
                Register your music school
              </a>{" "}
              <a className="button" href={paths.demoRequest()} data-dialog="demo-request">
                Request a demo
              </a>
            </p>
          )}
        </section>
      </main>
    </PublicShell>
  )
}
