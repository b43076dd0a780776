import { bytes, duration, integer, yesNo } from './kind.ts'
import { setting } from './setting.ts'

const MIB = 1024 ** 2
const SECOND = 1000
const DAY = 86_400 * SECOND

/** What imports read and keep, and their limits. */
export const IMPORT_SETTINGS = {
  'import.bodyLimit': setting(
    bytes({ min: 1024, max: 64 * MIB }),
    MIB,
    'longest stored body of a record; longer ones are cut and marked',
  ),
  'import.rules': setting(
    yesNo(),
    true,
    'whether rules recognise products in imported records, in addition to those that the source states',
  ),
  'import.threads': setting(
    integer({ min: 0, max: 64 }),
    0,
    'threads that read and enrich one large import, each with some 300 MiB of memory; 0 chooses: the number of processors, a server half of it, at most 4',
  ),
  'import.lineLimit': setting(
    bytes({ min: 64 * 1024, max: 512 * MIB }),
    32 * MIB,
    'longest line, JSON value or XML element of an import; longer ones are rejected',
  ),
  'import.maxExpansion': setting(
    integer({ min: 2, max: 1_000_000 }),
    250,
    'largest ratio of decompressed to compressed size of a file; reading stops there',
  ),
  'import.maxUnpacked': setting(
    bytes({ min: MIB, max: 16 * 1024 ** 4 }),
    64 * 1024 * MIB,
    'bytes that one file may use in the temporary directory when its parts must be unpacked',
  ),
  'import.rejectsLimit': setting(
    bytes({ min: 64 * 1024, max: 16 * 1024 ** 4 }),
    1024 * MIB,
    'longest rejects file of an import; further rejected lines are counted only',
  ),
  'import.uploadLimit': setting(
    bytes({ min: 1024, max: 16 * 1024 ** 4 }),
    16 * 1024 * MIB,
    'largest file for `POST /api/v1/import`',
  ),
  'import.screenshots': setting(
    bytes({ min: 0, max: 16 * 1024 ** 4 }),
    4 * 1024 * MIB,
    'space for screenshots of imports; further ones are not kept, and with 0 none',
  ),
  'import.reportExpiry': setting(
    duration({ min: 60 * SECOND, max: 3650 * DAY }),
    30 * DAY,
    'how long the report of an uploaded file and its rejects are kept',
  ),
}
