import { CalloutText } from "~/components/ui/callout"
import type { ShownNotice } from "~/models/platform/service/notice"

/** What everyone reads above every page while something is wrong, or before it is. On a public page it has the page's width. */
export function PlatformNotices({
  notices,
  isPage = false,
}: {
  notices: ShownNotice[] | undefined
  isPage?: boolean
}) {
  if (!notices?.length) return null
  const list = notices.map(({ id, title, text, tone }) => (
    <CalloutText key={id} tone={tone}>
      <strong>{title}</strong> {text}
    </CalloutText>
  ))
  return (
    <aside className={isPage ? "page-width" : undefined} aria-label="Service notices">
      {list}
    </aside>
  )
}
