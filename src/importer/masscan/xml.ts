// masscan's XML (`-oX`, masscan out-xml.c): like Nmap's, one `<host>` per statement, `addrtype` always `ipv4`.
import type { Input, Reading, ReadOptions } from '../importer.ts'
import {
  attributeOf,
  bytesOfEscaped,
  childOf,
  childrenOf,
  printElement,
  readWholeElements,
  type XmlElement,
} from '../text/index.ts'
import { readRecord } from './banner.ts'

const WANTED = new Set(['host'])

function* readHost(host: XmlElement, options: ReadOptions): Generator<Reading> {
  const { line } = host
  const text = printElement(host)
  const ports = childrenOf(childOf(host, 'ports'), 'port')
  if (ports.length === 0) yield { kind: 'skip', line, reason: 'host without a port' }
  for (const port of ports) {
    const service = childOf(port, 'service')
    const name = attributeOf(service, 'name')
    const banner = attributeOf(service, 'banner')
    yield readRecord(
      {
        line,
        text,
        ip: attributeOf(childOf(host, 'address'), 'addr'),
        port: attributeOf(port, 'portid'),
        transport: attributeOf(port, 'protocol'),
        time: attributeOf(host, 'endtime'),
        state: attributeOf(childOf(port, 'state'), 'state'),
        service:
          name === undefined || banner === undefined ? undefined : { name, banner: bytesOfEscaped(banner) },
      },
      options,
    )
  }
}

/** Reads masscan's XML. */
export async function* readXml(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  let ended = false
  for await (const event of readWholeElements(input.bytes, WANTED, options)) {
    if (event.kind === 'element') yield* readHost(event.element, options)
    else if (event.kind === 'reject') yield event
    else if (event.kind === 'close' && event.name === 'nmaprun') ended = true
  }
  if (!ended) yield { kind: 'note', text: 'the scan was aborted: the file ends before its closing part' }
}
