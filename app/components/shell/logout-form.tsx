import { type FormEvent, useState } from "react"
import { FormToken } from "~/components/form/form-token"
import { forgetRecentPages } from "~/components/shell/search/recent-pages"
import { Toast } from "~/components/ui/toast"
import { paths } from "~/utils/paths"

/**
 * The log-out button. With a script it calls the API: a new page then drops everything in memory, and a failure shows
 * beside the button. Without one the form posts itself.
 */
export function LogoutForm({ formToken }: { formToken: string }) {
  const [hasFailed, setFailed] = useState(false)
  const logOut = async (event: FormEvent) => {
    event.preventDefault()
    setFailed(false)
    try {
      const answer = await fetch("/api/logout", {
        method: "POST",
        cache: "no-store",
        headers: { Accept: "application/json" },
      })
      if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
      forgetRecentPages()
      location.assign(paths.landing())
    } catch (error) {
      console.error(error)
      setFailed(true)
    }
  }
  return (
    <form method="post" action={paths.logout()} onSubmit={logOut}>
      <FormToken token={formToken} />
      {hasFailed ? <Toast tone="failed" title="Logout failed" /> : null}
      <button type="submit" className="as-link">
        Log out
      </button>
    </form>
  )
}
