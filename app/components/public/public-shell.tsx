import { useRouteLoaderData } from "@remix-run/react"
import { type ComponentProps, Fragment, type ReactNode } from "react"
import { SubscriptionDialog } from "~/components/accounts/subscription/subscription-dialog"
import { Toast } from "~/components/ui/toast"
import { paths } from "~/utils/paths"

type PublicLink = {
  href: string
  label: string
  /** the part of the linked page that the enhancement script opens over this one */
  dialog?: string
}

/** The message the previous page left; the root loader brings it. */
type Message = { title: string; text?: string; tone: "good" | "bad" }

type PublicShellProps = {
  /** sections of the page, in the header; a page that asks for one thing has none */
  links?: PublicLink[]
  /** at the right of the header: login buttons or the registration steps */
  aside?: ReactNode
  /** the line below everything and its links; without it the page ends with its `main` */
  footer?: { line: ReactNode; links: PublicLink[] }
  children: ReactNode
}

/** The frame of every public page: plain links, no script needed. Each page brings its own `main`, ID "main". */
export function PublicShell({ links, aside, footer, children }: PublicShellProps) {
  const root = useRouteLoaderData<{
    toast: Message | null
    subscription: ComponentProps<typeof SubscriptionDialog> | null
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
        {links ? (
          <nav aria-label="Sections">
            {links.map(({ href, label, dialog }) => (
              <Fragment key={href}>
                {/* text browsers show no gap but this one */}
                <a href={href} data-dialog={dialog}>
                  {label}
                </a>{" "}
              </Fragment>
            ))}
          </nav>
        ) : null}
        {aside}
      </header>
      {toast ? (
        <div className="page-width">
          <Toast tone={toast.tone === "bad" ? "failed" : "done"} title={toast.title}>
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
