/** Texts that end an attribute, an element, a comment, a line or a string. */
const ENDINGS = [
  '',
  '"',
  "'",
  '>',
  '">',
  "'>",
  '`',
  '\\',
  '\\"',
  '-->',
  ']]>',
  '</title>',
  '</style>',
  '</script>',
  '</textarea>',
]

/** Attacks: a script, a frame, a header, a line of a calendar file, a formula, a statement. */
const DEEDS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<base href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<style>*{display:none}</style>',
  '<a href=javascript:alert(1)>x</a>',
  ' onmouseover=alert(1) autofocus onfocus=alert(1) x=',
  'javascript:alert(1)',
  'https://evil.example/?"onclick=alert(1)',
  '<!--[if mso]><script>alert(1)</script><![endif]-->',
  '&lt;script&gt;alert(1)&lt;/script&gt; &amp;quot; &#x22;',
  '{{constructor.constructor("alert(1)")()}}${7*7}#{7*7}',
  "=cmd|'/C calc'!A0",
  "' or 1=1; drop table person; --",
  ';CN=x:mailto:evil@example.org\\n\\,\\;',
  '%0d%0aBcc: evil@example.org',
  '$&$1$$$`',
  '\u2028Bcc: evil@example.org\u2029',
]

/** 300 hostile texts; each fits into a name (D4), and `cleanText` leaves it unchanged. */
export const PAYLOADS: readonly string[] = ENDINGS.flatMap((ending) =>
  DEEDS.map((deed) => `x${ending}${deed}x`),
)

/** Legitimate values that break layouts. */
export const EXTREMES = {
  long: 'Å'.repeat(100),
  right_to_left: 'فاطمة الزهراء',
  emoji: '👩🏽‍🚒 Zoë 🎪',
  apostrophes: "D’Artagnan-O'Brien",
  notes: 'Öppna grinden klockan sju.\n'.repeat(40).slice(0, 1_000).trimEnd(),
} as const
