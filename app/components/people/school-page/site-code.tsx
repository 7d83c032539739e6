import { CopyField } from "~/components/ui/copy-field"

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;")

type SiteCodeProps = { link: string; title: string }

/** How a page gets onto the school's own site: a link, or a frame. */
export const SiteCode = ({ link, title }: SiteCodeProps) => (
  <>
    <CopyField label="Link" text={link} />
    <CopyField
      label="Code for your website"
      rows={3}
      text={`<iframe src="${link}" title="${escaped(title)}" width="100%" height="2400" style="border:0" loading="lazy"></iframe>`}
    />
  </>
)
