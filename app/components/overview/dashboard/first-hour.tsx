import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { welcomeParts } from "~/models/accounts/welcome/welcome"
import type { NextStep } from "~/models/overview/dashboard/next-step"
import { paths } from "~/utils/paths"

/** That the records are a sample, with the one click that removes it. */
export function SampleNotice() {
  return (
    <Callout tone="amber">
      <p>
        You’re looking at sample data. <Link to={paths.sampleData()}>Preview the removal</Link>
      </p>
      <PostForm action={paths.sampleData()}>
        <SubmitButton variant="secondary" pending="Removing…">
          Remove sample data
        </SubmitButton>
      </PostForm>
    </Callout>
  )
}

/** The setup of a new school: how it begins, then where it goes on. */
export function Welcome({ to, isNew }: { to: string; isNew: boolean }) {
  return (
    <Callout>
      <p>
        {isNew
          ? `Welcome to Tutti. ${welcomeParts.length} short steps set up your school.`
          : "Your school isn’t set up completely."}
      </p>
      <p>
        <LinkButton variant="primary" to={to}>
          {isNew ? "Set up your school" : "Continue the setup"}
        </LinkButton>
      </p>
      <PostForm action={paths.welcomeRecords()}>
        <Button type="submit" name="intent" value="end" variant="plain">
          Don’t show this again
        </Button>
      </PostForm>
    </Callout>
  )
}

/** What to do while there is nothing to count: the essential steps of the guide, with what the data already shows. */
export function NextSteps({ steps, hasGuide }: { steps: NextStep[]; hasGuide: boolean }) {
  const leading = steps.find(({ seen }) => !seen)?.id
  return (
    <section className="section" aria-labelledby="next-steps">
      <header>
        <h2 id="next-steps">What to do next</h2>
        {hasGuide ? <Link to={paths.gettingStarted()}>All steps</Link> : null}
      </header>
      <p className="dim">No lessons yet. Your day, attendance and income appear here once you have some.</p>
      <ol className="rows">
        {steps.map(({ id, title, hint, link, seen }) => (
          <li key={id}>
            <span>
              {id === leading ? (
                <LinkButton variant="primary" to={link}>
                  {title}
                </LinkButton>
              ) : (
                <Link to={link}>{title}</Link>
              )}
              <br />
              <span className="dim">{seen ? `${seen}.` : hint}</span>
            </span>
          </li>
        ))}
      </ol>
      <p>
        Or do it in one step: <Link to={paths.imports()}>import a roster</Link>, or{" "}
        <Link to={paths.welcomeRecords()}>look around with sample data</Link>.
      </p>
    </section>
  )
}
