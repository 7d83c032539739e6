import { paths } from "~/utils/paths"

/** The line and links at the foot of the site's pages. */
export const siteFooter = {
  line: (
    <>
      <i>tutti</i>, all together: everyone plays.
    </>
  ),
  links: [
    { href: paths.about(), label: "About" },
    { href: paths.help(), label: "Help" },
    { href: paths.contact(), label: "Contact" },
    { href: paths.status(), label: "Status" },
    { href: paths.privacy(), label: "Privacy" },
    { href: paths.terms(), label: "Terms" },
  ],
}
