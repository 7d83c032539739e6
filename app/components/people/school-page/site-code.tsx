import { CopyField } from "~/components/ui/copy-field"

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;")

/** Makes the frame before it as tall as the page in it says. Without it, or without scripts, the frame keeps its height. */
const growing =
  '<script>(function(f){addEventListener("message",function(e){var h=e.source===f.contentWindow&&e.data&&e.data.tuttiHeight;' +
  "if(h>0&&h<20000)f.height=h})})(document.currentScript.previousElementSibling)</script>"

type SiteCodeProps = { link: string; title: string }

/** How a page gets onto the school's own site: a link, or a frame that grows with it. */
export const SiteCode = ({ link, title }: SiteCodeProps) => (
  <>
    <CopyField label="Link" text={link} />
    <CopyField
      label="Code for your website"
      rows={5}
      text={`<iframe src="${link}" title="${escaped(title)}" width="100%" height="2400" style="border:0" loading="lazy"></iframe>${growing}`}
    />
    <p className="small dim">
      The frame grows with what’s in it. Does your website allow no scripts? Leave out the part from{" "}
      <code>&lt;script&gt;</code> on, or use the link.
    </p>
  </>
)
