import { expect, test } from "vitest"
import { bareAddress, textOfHtml, withoutQuote } from "./mail-text"

test("a page of a mail becomes its text, without styles, scripts and its head", () => {
  const html =
    "<html><HEAD><title>Re</title><style>p { color: red }</style></HEAD><body><STYLE type='text/css'>b</STYLE >" +
    "<p>Can Ada come<br/>at 4 &amp; not 5?</p><script>alert(1)</script ><div>Thanks</div></body></html>"
  expect(textOfHtml(html)).toBe("Can Ada come\nat 4 & not 5?\nThanks")
})

test("what has no end stays, and an end without a beginning goes", () => {
  expect(textOfHtml("<p>One</p></style><header>Two</header><head>Three")).toBe("One\nTwoThree")
  expect(textOfHtml("<style>a</head>b</style>c<script>d")).toBe("cd")
  expect(textOfHtml("<style>a</style\nDear teacher")).toBe("a</style\nDear teacher")
})

test("whatever a stranger sends is read in time that grows with its length alone", () => {
  const begun = process.cpuUsage()
  const worst = [
    "<",
    "<style",
    "<style>",
    "<script ",
    "</head",
    "<head></style>",
    "<head</head",
    "<head></head ",
    "</style   ",
    "<br",
    "<br ",
    "\n",
    "&nbsp;",
    "< ",
    "On ",
    "On wrote:",
    "From: @",
    "--",
    "-- ",
  ]
  for (const part of worst) {
    const text = part.repeat(Math.ceil(300_000 / part.length))
    for (const read of [textOfHtml, withoutQuote, bareAddress]) read(text)
  }
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5000)
})
