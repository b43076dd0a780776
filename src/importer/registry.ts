// Every source of records and every format refused by name: one line each.
import { aquatoneImporter } from './aquatone/index.ts'
import { arcImporter } from './arc/index.ts'
import { bbotImporter } from './bbot/index.ts'
import { burpImporter } from './burp/index.ts'
import { CAPTURE_REFUSALS } from './capture/index.ts'
import { cdxjImporter } from './cdxj/index.ts'
import { censysImporter } from './censys/index.ts'
import { commonOsintModelImporter } from './common-osint-model/index.ts'
import { criminalIpImporter } from './criminal-ip/index.ts'
import { csvImporter } from './csv/index.ts'
import { ENGINE_REFUSALS } from './engine/index.ts'
import { eyewitnessImporter } from './eyewitness/index.ts'
import { fofaImporter } from './fofa/index.ts'
import { fscanImporter } from './fscan/index.ts'
import { gowitnessImporter } from './gowitness/index.ts'
import { harImporter } from './har/index.ts'
import { HTTPX_REFUSALS, httpxImporter } from './httpx/index.ts'
import { hunterImporter } from './hunter/index.ts'
import { hunterHowImporter } from './hunter-how/index.ts'
import type { Importer, Refusal } from './importer.ts'
import { ivreImporter } from './ivre/index.ts'
import { leakixImporter } from './leakix/index.ts'
import { masscanImporter } from './masscan/index.ts'
import { naabuImporter } from './naabu/index.ts'
import { METASPLOIT_REFUSALS, metasploitImporter } from './metasploit/index.ts'
import { NAMES_REFUSALS, namesImporter } from './names/index.ts'
import { ndjsonImporter } from './ndjson/index.ts'
import { nessusImporter } from './nessus/index.ts'
import { netlasImporter } from './netlas/index.ts'
import { niktoImporter } from './nikto/index.ts'
import { nmapImporter } from './nmap/index.ts'
import { nucleiImporter, SARIF_REFUSALS } from './nuclei/index.ts'
import { onypheImporter } from './onyphe/index.ts'
import { openvasImporter } from './openvas/index.ts'
import { quakeImporter } from './quake/index.ts'
import { QUALYS_REFUSALS, qualysImporter } from './qualys/index.ts'
import { FILE_REFUSALS } from './refusal/index.ts'
import { LIST_REFUSALS } from './refusal/lists.ts'
import { createRejectsImporter } from './rejects/index.ts'
import { rustscanImporter } from './rustscan/index.ts'
import { shodanImporter } from './shodan/index.ts'
import { sonarImporter } from './sonar/index.ts'
import { sshAuditImporter } from './ssh-audit/index.ts'
import { sslscanImporter } from './sslscan/index.ts'
import { sslyzeImporter } from './sslyze/index.ts'
import { suricataImporter } from './suricata/index.ts'
import { testsslImporter } from './testssl/index.ts'
import { tlsxImporter } from './tlsx/index.ts'
import { warcImporter } from './warc/index.ts'
import { whatwebImporter } from './whatweb/index.ts'
import { xlsxImporter } from './xlsx/index.ts'
import { zapImporter } from './zap/index.ts'
import { zeekImporter } from './zeek/index.ts'
import { zgrab2Importer } from './zgrab2/index.ts'
import { zmapImporter } from './zmap/index.ts'
import { zoomeyeImporter } from './zoomeye/index.ts'

const SOURCES: readonly Importer[] = [
  ndjsonImporter,
  csvImporter,
  nmapImporter,
  masscanImporter,
  rustscanImporter,
  fscanImporter,
  zmapImporter,
  zgrab2Importer,
  httpxImporter,
  naabuImporter,
  tlsxImporter,
  nucleiImporter,
  nessusImporter,
  openvasImporter,
  qualysImporter,
  metasploitImporter,
  burpImporter,
  zapImporter,
  niktoImporter,
  whatwebImporter,
  testsslImporter,
  sslyzeImporter,
  sslscanImporter,
  sshAuditImporter,
  zeekImporter,
  suricataImporter,
  warcImporter,
  arcImporter,
  cdxjImporter,
  harImporter,
  aquatoneImporter,
  gowitnessImporter,
  eyewitnessImporter,
  bbotImporter,
  ivreImporter,
  sonarImporter,
  namesImporter,
  fofaImporter,
  shodanImporter,
  censysImporter,
  zoomeyeImporter,
  xlsxImporter,
  quakeImporter,
  hunterImporter,
  hunterHowImporter,
  netlasImporter,
  criminalIpImporter,
  leakixImporter,
  onypheImporter,
  commonOsintModelImporter,
]

/** All sources, in the order the documentation lists them. */
export const IMPORTERS: readonly Importer[] = [...SOURCES, createRejectsImporter(() => SOURCES)]

/** Formats recognised by content that hold no records we can read, and what to do instead. */
export const REFUSALS: readonly Refusal[] = [
  ...CAPTURE_REFUSALS,
  ...ENGINE_REFUSALS,
  ...NAMES_REFUSALS,
  ...HTTPX_REFUSALS,
  ...METASPLOIT_REFUSALS,
  ...QUALYS_REFUSALS,
  ...SARIF_REFUSALS,
  ...FILE_REFUSALS,
  ...LIST_REFUSALS,
]
