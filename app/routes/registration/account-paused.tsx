import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { Form, useLoaderData } from "@remix-run/react"
import { FormToken } from "~/components/form/form-token"
import { PublicShell } from "~/components/public/public-shell"
import { formTokenOf } from "~/http/form-token.server"
import { actorOf, requireUser } from "~/http/guards.server"
import { listContacts } from "~/models/accounts/school/office.server"
import { listLockedSchools } from "~/models/accounts/sign-in/sign-in.server"
import { homeOf } from "~/models/foundation/access/homes"
import { may } from "~/models/foundation/access/permissions"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"

/**
 * For teachers and families of a school without an active subscription, and for everyone in a
 * suspended school.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request)
  const { user, membership } = viewer
  if (user.isSuperAdmin || membership?.subscriptionStatus === "active") throw redirect(homeOf(viewer))
  const isOffice = membership !== null && may(membership.role, "subscription:pay")
  const isHeld = membership?.access === "held"
  if (isOffice && !isHeld) throw redirect(paths.selectPlan({ upgrade: "true" }))
  return {
    isHeld,
    lockedAt: membership ? [] : listLockedSchools(user.id),
    formToken: formTokenOf(viewer),
    schoolName: membership?.school.name ?? null,
    office: membership && !isOffice ? listContacts(actorOf(viewer)) : [],
  }
}

export const meta: MetaFunction = () => [
  { title: "Account paused · Tutti" },
  { name: "robots", content: "noindex" },
]

export default function AccountPaused() {
  const { schoolName, isHeld, lockedAt, office, formToken } = useLoaderData<typeof loader>()
  return (
    <PublicShell>
      <main id="main" className="page-width page-section">
        <h1>{titleOf({ schoolName, lockedAt })}</h1>
        <p className="intro">{ledeOf({ schoolName, isHeld, lockedAt })}</p>
        {schoolName ? (
          <p>
            <a href={paths.support(isHeld ? "admin" : undefined)}>Contact support</a>
          </p>
        ) : (
          <p>
            <a href={paths.addSchool()}>Open your own school</a>
          </p>
        )}
        {office.length > 0 ? (
          <section className="section" aria-labelledby="ask">
            <h2 id="ask">Who to contact</h2>
            <dl className="ledger">
              {office.map(({ name, email }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className="long-text">
                    {email ? <a href={`mailto:${email}`}>{email}</a> : "No email"}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ) : null}
        <Form method="post" action={paths.logout()}>
          <FormToken token={formToken} />
          <button className="button" type="submit">
            Log out
          </button>
        </Form>
      </main>
    </PublicShell>
  )
}

type Standing = {
  schoolName: string | null
  isHeld: boolean
  /** The schools in which the login is locked, of someone who is in no other. */
  lockedAt: string[]
}

function titleOf({ schoolName, lockedAt }: Omit<Standing, "isHeld">): string {
  if (schoolName) return `${schoolName}’s account is paused`
  return lockedAt.length > 0
    ? `Your login at ${joinNames(lockedAt)} is locked`
    : "You’re not a member of any school"
}

function ledeOf({ schoolName, isHeld, lockedAt }: Standing): string {
  if (!schoolName && lockedAt.length > 0)
    return "Ask the school to unlock it. Students can ask their parent or guardian, too."
  if (!schoolName) return "Ask your school to send you an invitation by email."
  return isHeld
    ? "Tutti’s team has suspended this account. Its lessons, attendance and invoices are kept."
    : "Its lessons, attendance and invoices are kept. You can see them again when the school renews its subscription."
}
