import { useRouteLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { SchoolLogo } from "~/components/ui/school-logo"
import { Toast, type ToastTone, toastTones } from "~/components/ui/toast"
import { paths } from "~/utils/paths"

type Message = { title: string; text?: string; tone: ToastTone }

type PayFrameProps = { sellerName: string; logoId: string | null; children: ReactNode }

/** The frame of an invoice that is opened by its link: the school's name, the last message, no menu. */
export function PayFrame({ sellerName, logoId, children }: PayFrameProps) {
  const toast = useRouteLoaderData<{ toast: Message | null }>("root")?.toast
  return (
    <>
      <a className="visually-hidden" href="#main">
        Skip to content
      </a>
      <header className="page-width narrow pay-header">
        {logoId ? <SchoolLogo logoId={logoId} schoolName="" /> : null}
        <b className="bracket">{sellerName}</b>
      </header>
      <main id="main" className="page-width form narrow">
        {toast ? (
          <Toast tone={toastTones[toast.tone]} title={toast.title}>
            {toast.text}
          </Toast>
        ) : null}
        {children}
        <p className="small dim no-print">
          Do you have a login? <a href={paths.studentInvoices()}>Log in to see all your invoices</a>
        </p>
      </main>
    </>
  )
}
