// The words that no visible text uses, each with what it says instead. "caught" and "lawful" are examples that the
// test of the rules tries, so that a pattern stays as precise as it was meant.

export type WordRule = {
  not: RegExp
  say: string
  caught: string[]
  lawful?: string[]
  /** Files whose readers expect otherwise. */
  except?: RegExp
}

export const wordRules: WordRule[] = [
  // One word per thing.
  {
    not: /(?<!practice )\b(sessions?|meetings?)\b/i,
    say: "lesson",
    caught: ["New session", "one more meeting of the class"],
    lawful: ["Log a practice session"],
  },
  {
    not: /(?<!\bof )\bcourse\b|\bcourses\b/i,
    say: "class",
    caught: ["Choose a course", "installments of courses"],
    lawful: ["Of course."],
  },
  {
    not: /(?<!who )\bregisters\b(?! an? )|(?<!\b(you|to|and|not|never) )\bregister\b(?! (an?|another|your|my|the school|as|for|with|at|here|again|it)\b)|\b(of|take|save|the|this|every|each) register\b/i,
    say: "attendance",
    caught: ["Save register", "Take the register for today", "12 registers are missing", "Register"],
    lawful: [
      "Register a school",
      "Register as a solo teacher",
      "the school you registered",
      "the teacher who registers",
      "Registers a school",
    ],
  },
  {
    not: /(?<!(question|quotation|check|exclamation) )\bmarks?\b(?! (as|it|all|some|them|this|these|everyone|every|each|the|an?|students?|present|absent|late|excused|complete|incomplete|read|done|\{…\}))/i,
    say: "present, late, absent, excused; or attendance",
    caught: ["What a mark decides", "Mark", "Marks made already"],
    lawful: ["Mark as complete", "Mark all as read", "Everyone is marked present.", "a quotation mark"],
  },
  {
    not: /(?<!time )\bslots?\b|\b(weekly|repeating|schedule) rules?\b/i,
    say: "weekly time",
    caught: ["Remove this slot", "a weekly rule"],
    lawful: ["This time slot was removed."],
  },
  {
    not: /(?<!\b(tak(e|es|en|ing)|took|in|into|same|first|at|wrong|or) )\bplaces?\b(?! (your|an?|the|where|in a score) ?)/i,
    say: "spot; room or location",
    caught: ["A place is free", "Places in groups", "No place is left"],
    lawful: ["The lesson takes place on Monday.", "the time zone in place", "a new time or place"],
  },
  {
    not: /(?<!\b(administrator|admin|staff) )\bseats?\b/i,
    say: "spot",
    caught: ["1 seat is free"],
    lawful: ["1 of 1 administrator seats used"],
  },
  {
    not: /\bwaiting line\b|\b(in|join(s|ed)?|of|off) the line\b|\bin line\b|\bwaits? in (the )?line\b/i,
    say: "waiting list",
    caught: ["Join the line", "She is next in line."],
    lawful: ["a line of the invoice"],
  },
  {
    not: /\bsign(s|ed|ing)?[ -](in|out|ins|outs)\b|\bsign (her|him|them|you|me|everyone|it) (in|out)\b/i,
    say: "log in, log out, login",
    caught: ["Sign in", "Signing out…", "Sign-ins around Milo", "signed in"],
    lawful: ["Sign up"],
  },
  { not: /\blog-in\b|\blog-?out button\b/i, say: "login", caught: ["Your log-in"] },
  { not: /\bstart passwords?\b/i, say: "temporary password", caught: ["Make a start password"] },
  { not: /\be-mail/i, say: "email", caught: ["E-mail", "e-mails"] },
  {
    not: /(?<!e-)\bmails?\b(?! (service|server|provider))/i,
    say: "email",
    caught: ["We sent a mail.", "by mail"],
    lawful: ["The mail service answers."],
  },
  {
    not: /\badults?\b(?! (students?|learners?|beginners?|class|classes|lessons?|choir|ensemble)\b)/i,
    say: "guardian",
    caught: ["the first adult pays"],
    lawful: ["For adult students"],
  },
  { not: /\bunbilled\b|\bno invoice says\b/i, say: "ready to invoice", caught: ["Unbilled"] },
  {
    not: /\bin (their|your|the family[’']s|the school[’']s|its) favou?r\b|\bstill to come\b|\bow(ed|ing)\b/i,
    say: "account credit, due, outstanding",
    caught: ["In the family’s favor", "Still to come", "what is owed"],
    lawful: ["What you owe"],
  },
  {
    not: /\bstill open\b|\bopen (amounts?|invoices?|balances?)\b|\bleft open\b|\bopen today, by age\b/i,
    say: "outstanding, due",
    caught: ["$20 is still open", "open invoices"],
    lawful: ["Open the invoice"],
  },
  {
    not: /\bbatch(es)?\b|\b(for|to) many\b/i,
    say: "invoice run",
    caught: ["The batch", "Invoices for many"],
  },
  { not: /\bwent back\b|\bgoes back to the (family|payer)\b/i, say: "refunded", caught: ["$20 went back"] },
  {
    not: /\b(put|puts|putting) (\S+ ){0,3}away\b|\b(take|takes|took|taken|taking) (\S+ )?back\b|\b(take|takes|took|taken|taking) (\S+ ){0,2}(away|out)\b|\b(throw|throws|threw|thrown|throwing) (\S+ ){0,3}away\b/i,
    say: "archive, restore, remove, discard, undo",
    caught: [
      "Put away",
      "Put it away",
      "Take back",
      "Taking it back…",
      "Take this person out",
      "Throw the draft away",
    ],
    lawful: ["Back to the class"],
  },
  { not: /^pay of\b/i, say: "teacher pay", caught: ["Pay of Ada Brandt"] },
  { not: /\bdays? without lessons\b/i, say: "holidays and closures", caught: ["Days without lessons"] },
  { not: /\bpreferences\b/i, say: "settings", caught: ["Save preferences"] },
  {
    not: /\b(the|its|audit|this|school[’']s|activity) log\b|\b(written|kept|noted) in the log\b|^log$/i,
    say: "activity",
    caught: ["It is in the school’s log.", "Log"],
    lawful: ["Log in", "Practice log"],
  },
  { not: /\buser names?\b/i, say: "username", caught: ["User name"] },

  // The subject is you, we, or the named person.
  {
    not: /\b(nobody|somebody|whoever|anybody)\b/i,
    say: "no one, a student, someone: name who it is",
    caught: ["Nobody’s", "Somebody will not come", "Whoever answers"],
  },
  {
    not: /(?<!music )\bstands?\b(?!-| out\b| up\b| by\b)/i,
    say: "is, appears, has",
    caught: ["What Milo plays stands here", "how it stands"],
    lawful: ["a music stand", "a stand-in"],
  },
  {
    not: /\b(written|writes?|writing|wrote) ((it|that|this|\{…\}) )?down\b/i,
    say: "recorded, logged",
    caught: ["Nothing was written down", "Write it down"],
  },

  // Wordings that read as translated.
  { not: /\banew\b|\bonce more\b/i, say: "again", caught: ["Open the page anew", "Look once more"] },
  {
    not: /\b(in the )?meanwhile(?=[.!?;]|$)/i,
    say: "since then; or name what changed",
    caught: ["The guardians changed meanwhile."],
    lawful: ["Meanwhile, the import runs."],
  },
  {
    not: /\bstay(s|ed)? (so|as (it|they) (is|are|was|were))\b|\bleft as before\b|^(keep|leave) as it is\b/i,
    say: "doesn’t change, unchanged",
    caught: ["Prices stay as they are.", "Lessons already moved stay so.", "Keep as it is"],
    lawful: ["Attendance can’t be saved as it is."],
  },
  {
    not: /(?<=\S )since(?=[.,;!?])|\bsince, so\b|\bin the meantime\b/i,
    say: "has changed; was later merged",
    caught: [
      "This lesson has changed since.",
      "It was merged since, so",
      "Someone changed it in the meantime.",
    ],
    lawful: ["Changed since you opened this page.", "Active since", "since then."],
  },
  {
    not: /\b(is|are|be|been|being|was|were|you’re) told\b/i,
    say: "notified, emailed; Nothing is sent until …",
    caught: ["No one is told yet.", "Families were told on Nov 3."],
    lawful: ["They told us the day before."],
  },
  {
    not: /\b(is|isn’t|are|aren’t|was|wasn’t|it’s|it is) over(?=[.,:;!?]|$| (yet|already|or|and)\b)/i,
    say: "has ended, has passed, in the past",
    caught: ["This month isn’t over yet.", "This event is over."],
    lawful: ["This file is over 5 MB."],
  },
  {
    not: /\b(is|was|were|are|been) (canceled|paid|sent|used|recorded|answered|emailed|undone) already\b/i,
    say: "was already canceled",
    caught: ["This lesson is canceled already."],
    lawful: ["invoices already sent"],
  },
  {
    not: /\b(is|are) like (this|that|these)\b|\blike this (was|is)\b/i,
    say: "No students match these filters.",
    caught: ["No family is like this.", "Nothing like this was written"],
  },
  {
    not: /\baltogether\b|\ball together\b(?!:)/i,
    say: "total, in total",
    caught: ["Open altogether"],
    lawful: ["tutti, all together: the place"],
  },
  { not: /\b(by itself|by themselves|of itself)\b/i, say: "automatically", caught: ["It renews by itself"] },
  { not: /\bfor ever\b/i, say: "forever", caught: ["kept for ever"] },
  {
    not: /(?<!must )\b(ha(s|ve)|with) at (most \S|least (\{…\}|\d))/i,
    say: "Keep the title under 160 characters. Use at least 8 characters.",
    caught: ["A title has at most 160 characters.", "has at least 2 characters"],
    lawful: ["Start with at least one teacher.", "must have at least 32 characters"],
  },
  {
    not: /\bplease\b/i,
    say: "(nothing)",
    caught: ["Please try again."],
  },
  { not: /\(optional\)/i, say: "(nothing: required fields are marked)", caught: ["Note (optional)"] },
  { not: /^(Show|Read again)$/i, say: "verb and object", caught: ["Show"], lawful: ["Show password"] },

  {
    not: /[A-Za-z]'/,
    say: "’",
    caught: ["The school's name", "The students' lessons", "You can't"],
    lawful: ["The school’s name"],
    except: /^app\/routes\/api\//, // JSON for programs
  },

  // American English.
  {
    not: /\b(favour|colour|behaviour|neighbour|honour|labour)|\bcancell(ed|ing)\b|\bpractis(e|ed|es|ing)\b|\benrol(s|ment|ments)?\b|\btravell(ed|er|ers|ing)\b|\bcheques?\b|\b(centre|licence|programme|grey|whilst|learnt|instalment)s?\b|\blabelled\b|\bfulfils?\b/i,
    say: "the US spelling",
    caught: ["favourite", "Cancelled", "practise", "Enrol", "travelling", "a cheque", "Licence"],
    lawful: ["Canceled", "Enroll", "practice", "cancellation"],
  },
  {
    not: /\b(organi|reali|recogni|authori|apologi|summari|customi|minimi|maximi|finali|initiali|categori|emphasi|prioriti|syn(ch)?roni)s(e|es|ed|ing|ation)\b/i,
    say: "the US spelling",
    caught: ["Organise the list"],
    lawful: ["an emphasis"],
  },

  {
    not: /\bany more(?=[.,:;!?]|$)/i,
    say: "anymore",
    caught: ["This charge can’t be held any more.", "It isn’t sent any more"],
    lawful: ["any more emails", "It isn’t needed anymore."],
  },

  // Numbers.
  {
    not: /(?<![\w.,:/#+-])(?!(19|20|21)\d\d\b)[1-9]\d{3,}(?![\w,:/-]|\.\d)/,
    say: "a separator: 1,184",
    caught: ["At most 5000 rows", "1184 students"],
    lawful: ["since 2026", "1,184 students", "+1 555 0100", "8 characters"],
  },
]
