import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PublicShell } from "~/components/public/public-shell"
import { siteFooter } from "~/components/public/site-footer"
import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import { allowAnyone } from "~/http/guards.server"
import { viewerHome } from "~/http/viewer-home.server"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"

export async function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  const home = await viewerHome(request)
  return { home: home?.isOpen ? home.to : undefined }
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "About us · Tutti",
    description: "Why Tutti exists: less administration in music schools, and more music.",
    path: paths.about(),
  })

const features = [
  [
    "A",
    "Students and families",
    "Siblings share one account and one invoice; every change has a name and a date.",
  ],
  [
    "B",
    "Scheduling",
    "Repeating lessons in the school's own time zone, with closures and clashes seen before anyone travels.",
  ],
  ["C", "Attendance", "One mark decides what is charged, what the teacher is paid and what can be made up."],
  [
    "D",
    "Invoices and payments",
    "Every line has its date and its reason. Families pay by PayPal, straight to the school.",
  ],
  ["E", "Teachers", "The day, the registers and the notes of the last lesson on one phone screen."],
  ["F", "Family pages", "What is next, what was taught, what is owed: one page, quick on a slow network."],
] as const

const promises = [
  [
    "Less admin",
    "An absence is written down once. Invoice, pay and make-up follow from it, by rules the school has set.",
  ],
  [
    "More music",
    "Thirty seconds between two lessons are enough for a register, and the rest of them are for playing.",
  ],
  [
    "Global support",
    "People answer around the clock, 24 hours a day, 7 days a week, wherever the school is.",
  ],
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
            </a>
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
            Tutti is the word in a score for the place where everybody plays. We make the quiet part around
            it: the calendar, the registers and the invoices of music schools and of teachers on their own.
          </p>
        </div>
        <section className="page-width page-section">
          <h2>Our Mission</h2>
          <p className="intro">
            A music school should spend its days on music. We want the office to be done when the last lesson
            is: nothing written twice, nothing forgotten on an invoice, no parent left wondering.
          </p>
        </section>
        <section className="page-width page-section">
          <h2>What we make</h2>
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
            Tutti is fully cloud-based: there is nothing to install, and a browser on any phone is enough. Our
            support is there 24/7, all over the world, and each school keeps its own time zone, currency and
            rules.
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
