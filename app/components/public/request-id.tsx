import { useContext, useState } from "react"
import { DocumentContext } from "~/components/shell/document"

/** What a person tells support: the request's ID, by which its lines are found in the log. */
export function RequestId() {
  const { requestId } = useContext(DocumentContext)
  // A browser takes over what the server wrote. An error that came without a document has no ID here.
  const [id] = useState(() =>
    import.meta.env.SSR ? requestId : document.querySelector("[data-request-id]")?.textContent,
  )
  return id ? (
    <p>
      Error ID: <code data-request-id="">{id}</code>
    </p>
  ) : null
}
