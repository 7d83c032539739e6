import { expect, test } from "vitest"
import { textOfHtml } from "./mail-text"

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
