/** How visitors reach the people who run this platform. Sample details, shown as such: put your own here. */
export const platformContact = {
  email: "hello@tutti.example",
  telephone: "+1 555 010 0199",
  isSample: true,
}
