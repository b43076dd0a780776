// The table behind docs/errors.md. Texts without a bracketed code are the contract's, word for word; the bracketed codes are those
// that client programs of the hosted service already recognise.

/** One kind of failure. `text` is complete, or a prefix that ends with `…`. */
export interface ErrorRow {
  readonly text: string
  /** The HTTP status under `http.errorStatus: "standard"`, and always when `always` is true. */
  readonly status: number
  /** Whether the status also applies under `http.errorStatus: "body"`, which otherwise answers 200. */
  readonly always: boolean
  readonly explanation: string
}

const row = (status: number, text: string, explanation: string, always = false): ErrorRow => ({
  text,
  status,
  always,
  explanation,
})

/** All failures by code. */
export const ERROR_TABLE = {
  unauthorized: row(
    401,
    '401 Unauthorized, make sure 1.email is correct 2.apikey is correct.',
    'The e-mail or the key is missing or wrong, or the account is disabled.',
  ),
  params: row(
    400,
    '[-4] Params Error: …',
    'A parameter is missing, malformed or names something unknown; the text names it and the allowed values.',
  ),
  size: row(400, '[51] The Size value `…` must be between 1 and …', 'The page size is out of range.'),
  syntax: row(
    400,
    '[820000] Query Syntax Incorrect: …',
    'The query does not parse; the text says what was found, at which position, and what was expected.',
  ),
  permission: row(
    403,
    '[820001] …',
    'The account’s level does not allow this; the text names it and the level.',
  ),
  cursor: row(400, '[820013] …', 'The `next` cursor was altered, belongs to another query or is too old.'),
  window: row(
    400,
    'Result window is too large, page must be less than or equal to …',
    'Page × size goes beyond the account’s result window; the bound is the last page of this size.',
  ),
  coins: row(
    402,
    'The service coin is not enough!',
    'The balance is lower than the price of the call. No search was run.',
  ),
  txt: row(
    400,
    'Please upload the TXT file!',
    'The upload has no part named `file`, more than one, a name that does not end in .txt, or bytes that are not valid UTF-8 text.',
  ),
  lines: row(
    400,
    'A single file can only upload 10000 lines of data!',
    'The uploaded file contains more than 10000 lines.',
  ),
  daily: row(
    429,
    'Daily data processing limit exceeded (…/10000)!',
    'The caller’s lines of this UTC day are used up; the first number is the count already used.',
  ),
  running: row(
    409,
    'Only one task can be run at a time!',
    'The caller has a tagging task that has not ended yet.',
  ),
  task: row(404, 'Task does not exist!', 'No tagging task of the caller has this id.'),
  host: row(404, '[-4] Params Error: no record of host …', 'No record of this name or address is known.'),
  file: row(404, 'File does not exist!', 'No result file of this name was issued, or it has expired.', true),
  route: row(404, '404 Not Found: …', 'There is no such address in this API.', true),
  method: row(405, '405 Method Not Allowed: …', 'The address exists, but not with this method.', true),
  upload: row(413, '413 Payload Too Large: …', 'The request’s body is larger than allowed.', true),
  rate: row(
    429,
    '[45012] too many requests: …',
    'The rate of the account’s level is used up; `Retry-After` says how long to wait.',
    true,
  ),
  header: row(
    431,
    '431 Request Header Fields Too Large: …',
    'The request line or the headers are longer than 64 KiB.',
    true,
  ),
  server: row(
    500,
    'Internal Server Error!',
    'Something broke inside the server; its log holds the details under the request id.',
    true,
  ),
  unavailable: row(
    503,
    '503 Service Unavailable: …',
    'The server is starting, overloaded or shutting down; try again.',
    true,
  ),
  conflict: row(
    409,
    '[-4] Params Error: …',
    'The request conflicts with existing data, for example an e-mail that already has an account.',
  ),
  forbidden: row(
    403,
    '403 Forbidden: …',
    'The account may not do this, or the request does not prove that the page itself sent it.',
  ),
  session: row(
    401,
    '401 Unauthorized: …',
    'The page called without a valid session; sign in again. Calls with a key never get this.',
    true,
  ),
  login: row(
    401,
    '401 Unauthorized, the e-mail or the password is wrong.',
    'Signing in on the page failed; the answer does not reveal whether the account exists.',
  ),
  factor: row(
    401,
    '401 Unauthorized, the code of the second factor …',
    'Signing in on the page needs a code after the password, which is missing, wrong or used already.',
  ),
  link: row(
    410,
    '[-4] Params Error: the link …',
    'A one-time link or an invitation is unknown, used up or expired; ask for a new one.',
  ),
  account: row(404, '[-4] Params Error: no account …', 'No account has this e-mail or number.'),
  saved: row(404, '[-4] Params Error: this saved search …', 'No saved search of the caller has this number.'),
  /** Failures of commands and files that HTTP callers never see. */
  input: row(
    422,
    '…',
    'A file, option or data directory cannot be used; the text gives the reason and the remedy.',
  ),
} as const satisfies Record<string, ErrorRow>

/** The name of a row of the table. */
export type ErrorCode = keyof typeof ERROR_TABLE
