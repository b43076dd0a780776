import { describe, expect, it } from 'vitest'
import { detectFormat, makeSample } from '../detect.ts'
import { IMPORTERS, REFUSALS } from '../registry.ts'

const seen = (text: string | Uint8Array, whole = true): ReturnType<typeof detectFormat> =>
  detectFormat(
    makeSample('input', typeof text === 'string' ? Buffer.from(text) : text, whole),
    IMPORTERS,
    REFUSALS,
  )

describe('files that are refused by name', () => {
  it.each([
    ['masscan’s binary output', 'masscan/1.1\ns:1630019253\n'],
    [
      'the text that sslscan prints',
      'Version: \x1b[32m2.0.7\x1b[0m\nOpenSSL 3.0.19\n\nTesting SSL server \x1b[32m192.0.2.1\x1b[0m on port \x1b[32m443\x1b[0m using SNI name a\n',
    ],
    [
      'the text that SSLyze prints',
      '\n CHECKING CONNECTIVITY TO SERVER(S)\n ------\n\n   192.0.2.1:443  => 192.0.2.1\n',
    ],
    [
      'the text that ssh-audit prints',
      '\x1b[0;36m# general\x1b[0m\n\x1b[0;32m(gen) banner: SSH-2.0-OpenSSH_9.6\x1b[0m\n',
    ],
    [
      'a report of ffuf',
      '{"commandline":"ffuf -u http://192.0.2.1/FUZZ","time":"2026-11-25T10:00:00Z","results":[{"url":"http://192.0.2.1/admin","status":200}],"config":{}}',
    ],
    [
      'a report of feroxbuster',
      '{"type":"configuration","wordlist":"w.txt","target_url":"http://192.0.2.1"}\n',
    ],
    ['a report of feroxbuster', '200      GET        5l       10w      120c http://192.0.2.1:8080/\n'],
    [
      'a report of dirsearch',
      '# Dirsearch started Wed Nov 25 10:00:00 2026 as: dirsearch -u http://192.0.2.1\n\n200   1KB  http://192.0.2.1/admin\n',
    ],
    ['a report of gobuster', '/admin                (Status: 301) [Size: 178] [--> /admin/]\n'],
    [
      'a report of WPScan',
      '{"banner":{"version":"3.8.25"},"target_url":"http://192.0.2.1/","interesting_findings":[]}',
    ],
    [
      'a report of Wapiti',
      '{"classifications":{"Backup file":{}},"vulnerabilities":{},"infos":{"target":"http://192.0.2.1/"}}',
    ],
    [
      'the packets that TShark prints',
      '[{"_index":"packets-2026-11-25","_source":{"layers":{"ip":{"ip.src":"192.0.2.1"}}}}]',
    ],
    [
      'the packets that TShark prints',
      '{"index":{"_index":"packets-2026-11-25"}}\n{"timestamp":"1764064800000","layers":{"ip":{}}}\n',
    ],
    [
      'the text that Nikto prints',
      '- Nikto v2.1.6/2.1.5\n+ Target Host: www.example.com\n+ Target Port: 80\n',
    ],
    [
      'the text that testssl.sh prints',
      '\n Start 2026-11-25 10:00:00        -->> 192.0.2.1:443 (192.0.2.1) <<--\n',
    ],
    ['a verbose report of WhatWeb', 'WhatWeb report for http://192.0.2.1\nStatus    : 200 OK\n'],
    ['a verbose report of WhatWeb', 'Identifying: http://192.0.2.1\nHTTP-Status: 200\n[["IP", [{}]]]\n'],
    [
      'Nmap’s output in the spelling of script kiddies',
      'StARt1nG NMap 7.93 ( httPz://nmap.Org ) aT 2026-11-24 12:18 UTC\n',
    ],
    [
      'a map of names to addresses',
      '{\n "www.example.com": [\n "192.0.2.1"\n ],\n "mail.example.com": []\n}',
    ],
    ['a list of scan targets', '192.0.2.1,www.example.com\n2001:db8::1,mail.example.com\n'],
    ['a list of networks', '# networks\n192.0.2.0/24\n2001:db8::/32 ; comment\n'],
    ['a list of addresses', '# exits\n192.0.2.1\n2001:db8::1\n198.51.100.7\n'],
    [
      'a list of Tor nodes',
      'fingerprint, ipaddr, port\n0008D9640FE4947F73E355F67E20C2D290BBC72C, 192.0.2.1, 444\n',
    ],
    [
      'a list of Tor nodes',
      'ExitNode 0008D9640FE4947F73E355F67E20C2D290BBC72C\nPublished 2026-01-01 00:00:00\n',
    ],
    [
      'a list of Tor nodes',
      '{"version":"8.0","relays":[{"nickname":"x","or_addresses":["192.0.2.1:9001"]}]}',
    ],
    ['a list of address ranges', '# mixed\n192.0.2.0/24\n198.51.100.7\n203.0.113.1-203.0.113.9\n'],
    ['a list of address ranges', 'add deny 192.0.2.0/24\nadd deny 198.51.100.7\n'],
    [
      'a list of address ranges',
      '{"prefixes":[{"p":"192.0.2.0/24"},{"p":"198.51.100.0/24"},{"p":"2001:db8::/32"}]}',
    ],
    ['a list of names', 'www.example.com\nmail.example.com\n*.example.net\n'],
    [
      'a list of banners without addresses',
      'Banner: cipher:0xc014 , router.local\nServer: Router Webserver\nlinksys\n',
    ],
    [
      'a set of Recog fingerprints',
      '<?xml version=\'1.0\'?>\n<fingerprints matches="ssh.banner" protocol="ssh">\n',
    ],
    ['a Nessus report of version 1', '<?xml version="1.0" ?>\n<NessusClientData>\n<Targets>'],
    ['a document type definition', '<!--\n nmap.dtd\n-->\n\n<!ELEMENT nmaprun (host*)>\n'],
    ['a page of HTML', '<!-- x --><!DOCTYPE html>\n<html><head><title>x</title>'],
    [
      'an XML document of another kind',
      '<?xml version="1.0"?>\n<!DOCTYPE external [\n<!ENTITY ee SYSTEM "file:///etc/hosts">\n]>\n<root>&ee;</root>',
    ],
    ['a database dump', '-- MySQL dump 10.13\n--\n\nDROP TABLE IF EXISTS `x`;\nCREATE TABLE `x` ('],
    ['an SQLite database', 'SQLite format 3\0\x10\0'],
    [
      'a crawl of katana',
      '{"timestamp":"2026-01-01T00:00:00Z","request":{"method":"GET","endpoint":"https://www.example.com/x"},"response":{"status_code":200}}\n',
    ],
    [
      'a list of names with their addresses',
      '{"name":"a.example.com","domain":"example.com","addresses":[{"ip":"192.0.2.1"}]}\n',
    ],
    ['a list of names with their addresses', '{"domain":"a.example.com","ip_address":"192.0.2.1"}\n'],
    [
      'a part of a spreadsheet',
      '<?xml version="1.0"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/>',
    ],
    ['a table without a header row', '192.0.2.1,80\n2001:db8::1,443\n'],
    ['a table without a header row', 'https://www.example.com,192.0.2.1,443\nwww.example.com,192.0.2.1,80\n'],
    ['a table without a header row', '192.0.2.1,443,synack,1\n'],
    ['a table with columns of its own', '序号,标题,地址\n1,登录,192.0.2.1\n'],
    ['a PDF document', '%PDF-1.7\n'],
    ['a certificate or key', '-----BEGIN CERTIFICATE-----\nMIID\n'],
    ['a table with columns of its own', 'Name,Address,Comment\nweb,192.0.2.1,x\n'],
    ['a table with columns of its own', 'file\tsize\tsum\na\t1\tx\n'],
  ])('%s', (name, text) => expect(seen(text)).toMatchObject({ kind: 'refusal', refusal: { name } }))

  it('has advice for each, as the end of a sentence', () => {
    for (const { name, advice } of REFUSALS) {
      expect(name).toMatch(/^(an? |the |\w+’s )/)
      expect(advice, name).toMatch(/^[a-z`][\s\S]+[^.]$/i)
    }
  })
})

describe('what is not a known format', () => {
  it.each([
    ['', { kind: 'empty' }],
    [' \n\n', { kind: 'empty' }],
    ['[\n]\n', { kind: 'empty' }],
    ['The monkeys are coming', { kind: 'unknown', seen: 'text that begins with `The monkeys are coming`' }],
    ['{"hello": "world"}', { kind: 'unknown', seen: 'JSON that begins with `{"hello": "world"}`' }],
    ['\u0001\u0000\u0002', { kind: 'unknown', seen: 'binary data' }],
    ['a\u001b[31mb\u202e', { kind: 'unknown', seen: 'text that begins with `a\\x1b[31mb\\u{202e}`' }],
  ])('%j is reported as what it is', (text, expected) => expect(seen(text)).toEqual(expected))
})

it('a table parted by semicolons is not a list of addresses', () => {
  const text = `IP;端口;网站标题\n${'192.0.2.7;80;页面\n'.repeat(30)}`
  expect(seen(text)).toMatchObject({ kind: 'importer', importer: { name: 'fofa' } })
})
