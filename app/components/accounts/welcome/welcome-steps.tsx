import { PostForm } from "~/components/form/post-form"
import { Button, Link } from "~/components/ui/button"
import { PageHead } from "~/components/ui/page-head"
import { type WelcomePart, welcomeParts } from "~/models/accounts/welcome/welcome"

type WelcomeHeadProps = { current: WelcomePart; expression: string }

/** The heading of a step of the welcome, the way to the others, and the way out for now. */
export function WelcomeHead({ current, expression }: WelcomeHeadProps) {
  const index = welcomeParts.findIndex(({ step }) => step === current)
  return (
    <>
      <PageHead
        title={welcomeParts[index]?.title ?? ""}
        over={`Welcome, step ${index + 1} of ${welcomeParts.length}`}
        expression={expression}
        actions={
          <PostForm>
            <Button intent="leave">Do this later</Button>
          </PostForm>
        }
      />
      <nav aria-label="Steps of the welcome">
        <ol className="steps">
          {welcomeParts.map(({ step, title, to }, at) => (
            <li key={step} aria-current={step === current ? "step" : undefined}>
              <span className="boxed-letter" aria-hidden="true">
                {at + 1}
              </span>{" "}
              {step === current ? title : <Link to={to}>{title}</Link>}
            </li>
          ))}
        </ol>
      </nav>
    </>
  )
}
