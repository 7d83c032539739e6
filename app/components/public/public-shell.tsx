import { useLocation, useRouteLoaderData } from "@remix-run/react"
import { type ComponentProps, Fragment, type ReactNode } from "react"
import { SubscriptionDialog } from "~/components/accounts/subscription/subscription-dialog"
import { PlatformNotices } from "~/components/platform/service/platform-notices"
import { Toast, type ToastTone, toastTones } from "~/components/ui/toast"
import type { ShownNotice } from "~/models/platform/service/notice"
import { paths } from "~/utils/paths"
import { sellsPlans } from "~/utils/sold-plans"

type PublicLink = { href: string; label: string }

/** The specification's sections of the landing page and of the about page, in one order for every page. */
const sections: PublicLink[] = [
  { href: `${paths.landing()}#features`, label: "Features" },
  { href: `${paths.landing()}#pricing`, label: "Pricing" },
  { href: paths.about(), label: "About Us" },
  { href: `${paths.landing()}#contact`, label: "Contact" },
  { href: paths.demoRequest(), label: "Demo" },
]

/** The message the previous page left; the root loader brings it. */
type Message = { title: string; text?: string; tone: ToastTone }

type PublicShellProps = {
  /** at the right of the header instead of the login buttons, such as the registration steps */
  aside?: ReactNode
  /** the line below everything and its links; without it the page ends with its `main` */
  footer?: { line: ReactNode; links: PublicLink[] }
  children: ReactNode
}

/** The frame of every public page: plain links, no script needed. Each page brings its own `main`, ID "main". */
export function PublicShell({ aside, footer, children }: PublicShellProps) {
  const { pathname } = useLocation()
  const root = useRouteLoaderData<{
    toast: Message | null
    subscription: ComponentProps<typeof SubscriptionDialog> | null
    home?: Home
    notices?: ShownNotice[]
  }>("root")
  const toast = root?.toast
  return (
    <>
      <a className="visually-hidden" href="#main">
        Skip to content
      </a>
      <header className="page-width site-header">
        <a className="logo bracket" href={paths.landing()}>
          Tutti
        </a>
        <nav aria-label="Sections">
          {(sellsPlans() ? sections : []).map(({ href, label }) => {
            const isCurrent = href === pathname
            return (
              <Fragment key={href}>
                {/* text browsers show no gap but this one */}
                <a
                  href={href}
                  aria-current={isCurrent ? "page" : undefined}
                  data-dialog={href === paths.demoRequest() && !isCurrent ? "demo-request" : undefined}
                >
                  {label}
                </a>{" "}
              </Fragment>
            )
          })}
        </nav>
        {aside ?? <SignInButtons home={root?.home} />}
      </header>
      <PlatformNotices notices={root?.notices} isPage />
      {toast ? (
        <div className="page-width">
          <Toast tone={toastTones[toast.tone]} title={toast.title}>
            {toast.text}
          </Toast>
        </div>
      ) : null}
      {children}
      {root?.subscription ? <SubscriptionDialog {...root.subscription} /> : null}
      {footer ? (
        <footer className="site-footer">
          <div className="page-width">
            <p>{footer.line}</p>
            {footer.links.map(({ href, label }) => (
              <Fragment key={href}>
                <a href={href}>{label}</a>{" "}
              </Fragment>
            ))}
          </div>
        </footer>
      ) : null}
    </>
  )
}

/** Where a logged-in person lands, and whether their school is open. */
type Home = { to: string; isOpen: boolean }

/** The header's buttons: log in and register, or the way home for a logged-in person. */
function SignInButtons({ home }: { home?: Home }) {
  if (home) {
    return (
      <a className="button" href={home.to}>
        {home.isOpen ? "Dashboard" : "My account"}
      </a>
    )
  }
  return (
    <>
      <a className="button plain" href={paths.login()}>
        Log in
      </a>{" "}
      <a className="button wide-only" href={paths.registerSoloTeacher()}>
        Solo Teacher
      </a>{" "}
      <a className="button wide-only" href={paths.registerSchool()}>
        Music School
      </a>{" "}
      <a className="button phone-only" href={paths.registerSchool()}>
        Sign up
      </a>
    </>
  )
}
