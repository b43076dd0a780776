// Which products, protocols, banners, titles and ports show what kind of device or service. Data; shown in docs/tags.md.

/** One class with its signs. Products and titles are compared as whole words without case. */
export interface ClassRow {
  readonly name: string
  readonly meaning: string
  readonly products: readonly string[]
  readonly protocols: readonly string[]
  readonly titles: readonly string[]
  /** Ports that suggest the class where nothing else does; too weak for a tag. */
  readonly ports: readonly number[]
}

type Signs = Partial<Pick<ClassRow, 'products' | 'protocols' | 'titles' | 'ports'>>

/** The names between the commas. */
const words = (text: string): readonly string[] => text.split(', ')

function row(name: string, meaning: string, signs: Signs): ClassRow {
  return { name, meaning, products: [], protocols: [], titles: [], ports: [], ...signs }
}

/** Every class except those of certificates. */
export const CLASSES: readonly ClassRow[] = [
  row('database', 'a database or search engine that answers the network', {
    products: words(
      'mysql, mariadb, postgresql, mongodb, redis, elasticsearch, opensearch, cassandra, ' +
        'couchdb, memcached, influxdb, clickhouse, neo4j, mssql, sql server, oracle database, db2, ' +
        'solr, rethinkdb, arangodb, percona, cockroachdb, hbase, firebird, sybase, etcd, ' +
        'zookeeper',
    ),
    protocols: words(
      'mysql, postgresql, postgres, mongodb, redis, elasticsearch, elastic, cassandra, ' +
        'memcached, memcache, mssql, ms-sql-s, oracle, db2, couchdb, etcd, zookeeper',
    ),
    ports: [1433, 1521, 3306, 5432, 5984, 6379, 7474, 8086, 9042, 9200, 11211, 27017, 50000],
  }),
  row('ics', 'industrial control system or building automation', {
    products: words(
      'siemens simatic, simatic, s7-1200, s7-300, schneider electric, modicon, rockwell, ' +
        'allen-bradley, niagara fox, tridium, codesys, moxa, wago, phoenix contact, beckhoff, ' +
        'omron, unitronics',
    ),
    protocols: words(
      'modbus, s7, s7comm, bacnet, dnp3, ethernetip, enip, fox, iec104, iec-104, codesys, ' +
        'omron-fins, fins, opc-ua, opcua, pcworx, proconos, hart-ip, ge-srtp, melsec-q, atg',
    ),
    ports: [102, 502, 789, 1911, 1962, 2404, 4840, 4911, 5006, 5007, 9600, 18245, 20000, 20547, 44818, 47808],
  }),
  row('camera', 'network camera or video recorder', {
    products: words(
      'hikvision, dahua, axis network camera, axis, foscam, vivotek, hipcam, mobotix, geovision, ' +
        'avtech, uniview, amcrest, reolink, webcamxp, bosch camera, panasonic network camera, ' +
        'netwave, go2rtc, ip camera, ipcam, dvr, nvr',
    ),
    protocols: words('rtsp, dvrip, hikvision, dahua-dvr, dahua'),
    titles: words(
      'network camera, ip camera, ipcamera, webcam, hikvision, nvr login, dvr login, ' + 'netsurveillance',
    ),
    ports: [554, 8554, 34567, 37777],
  }),
  row('vpn_gateway', 'entry to a private network', {
    products: words(
      'fortigate, fortinet, globalprotect, pulse secure, ivanti connect secure, openvpn, ' +
        'softether, sonicwall, anyconnect, cisco asa, checkpoint, check point, citrix gateway, ' +
        'netscaler, zyxel usg, sophos, watchguard, array networks, big-ip apm, wireguard, ' +
        'strongswan, sslvpn, ssl vpn',
    ),
    protocols: words('openvpn, ike, isakmp, ipsec, pptp, l2tp, wireguard, sstp'),
    titles: words(
      'globalprotect portal, ssl vpn, sslvpn, vpn, netscaler gateway, citrix gateway, ' +
        'pulse connect secure, anyconnect',
    ),
    ports: [500, 1194, 1701, 1723, 4500, 10443, 51820],
  }),
  row('mail', 'mail server', {
    products: words(
      'postfix, exim, sendmail, dovecot, courier, cyrus, exchange, zimbra, mailenable, ' +
        'hmailserver, mdaemon, kerio connect, qmail, roundcube, mailcow, opensmtpd, haraka, ' +
        'outlook web app, owa',
    ),
    protocols: words('smtp, smtps, submission, imap, imaps, pop3, pop3s'),
    ports: [25, 110, 143, 465, 587, 993, 995],
  }),
  row('remote_desktop', 'screen or keyboard of a machine over the network', {
    products: words(
      'remote desktop, terminal services, rdp, vnc, realvnc, tightvnc, ultravnc, teamviewer, ' +
        'anydesk, guacamole, nomachine, x2go, rustdesk, screenconnect, dameware',
    ),
    protocols: words('rdp, ms-wbt-server, vnc, rfb, teamviewer, anydesk, x11, pcanywhere, spice'),
    titles: words('remote desktop web, apache guacamole, novnc'),
    ports: [3389, 5900, 5901, 5938, 6000, 7070],
  }),
  row('router', 'router, modem or its configuration page', {
    products: words(
      'mikrotik, routeros, tp-link, d-link, netgear, asus router, draytek, zyxel, ' +
        'huawei gateway, zte, linksys, ubiquiti, edgeos, openwrt, dd-wrt, vyos, juniper, junos, ' +
        'cisco ios, fritz!box, ruijie, rompager, pfsense, opnsense, sagemcom, technicolor, tenda, ' +
        'avm',
    ),
    protocols: words('winbox, mikrotik, bgp, tr-069, cwmp, mikrotik-btest'),
    titles: words('routeros, mikrotik, router, fritz!box, luci, webfig, home gateway'),
    ports: [179, 7547, 8291, 30005, 58000],
  }),
  row('printer', 'printer', {
    products: words(
      'jetdirect, laserjet, officejet, brother printer, epson, kyocera, xerox, ricoh, lexmark, ' +
        'konica minolta, canon printer, cups',
    ),
    protocols: words('ipp, jetdirect, pjl, lpd, printer'),
    titles: words('laserjet, officejet, printer, cups'),
    ports: [515, 631, 9100],
  }),
  row('storage', 'network storage or file server', {
    products: words(
      'synology, diskstation, qnap, truenas, freenas, minio, nextcloud, owncloud, samba, ' +
        'proftpd, vsftpd, pure-ftpd, filezilla, western digital, my cloud, asustor',
    ),
    protocols: words('smb, microsoft-ds, nfs, afp, iscsi, ftp, ftps, rsync, webdav'),
    titles: words('synology, qnap, diskstation, nextcloud, truenas, minio'),
    ports: [21, 139, 445, 548, 873, 2049, 3260],
  }),
  row('virtualization', 'hypervisor or container control', {
    products: words(
      'vmware esxi, esxi, vcenter, vsphere, proxmox, docker, kubernetes, portainer, openstack, ' +
        'xenserver, rancher, hyper-v, ovirt, nutanix',
    ),
    protocols: words('docker, kubernetes, vmware-auth, vmware'),
    titles: words('proxmox, vsphere, portainer, kubernetes dashboard, rancher, esxi'),
    ports: [902, 2375, 2376, 6443, 8006, 10250],
  }),
  row('voip', 'telephony over the network', {
    products: words(
      'asterisk, freepbx, 3cx, freeswitch, polycom, yealink, grandstream, cisco unified, ' +
        'kamailio, avaya, mitel, snom',
    ),
    protocols: words('sip, sips, iax, iax2, mgcp, h323, h.323, skinny'),
    titles: words('freepbx, 3cx, yealink'),
    ports: [1720, 2000, 5060, 5061],
  }),
  row('iot', 'thing of a house or machine hall that talks to a broker', {
    products: words(
      'mosquitto, home assistant, tasmota, shelly, philips hue, node-red, domoticz, openhab, ' +
        'emqx, hivemq, esphome',
    ),
    protocols: words('mqtt, mqtts, coap, upnp, ssdp, amqp'),
    titles: words('home assistant, tasmota, node-red, domoticz'),
    ports: [1883, 1900, 5683, 8123, 8883],
  }),
  row('name_server', 'DNS server', {
    products: words(
      'bind, unbound, powerdns, dnsmasq, knot, nsd, coredns, technitium, pi-hole, microsoft dns',
    ),
    protocols: words('dns, domain'),
    ports: [53, 853],
  }),
  row('remote_shell', 'command line of a machine over the network', {
    products: words('openssh, dropbear, telnetd, busybox telnetd, winrm'),
    protocols: words('ssh, telnet, rlogin, rsh, winrm'),
    ports: [22, 23, 2222, 2323, 5985],
  }),
]

/** Classes derived from the state of certificates alone. */
export const CERTIFICATE_CLASSES: Readonly<
  Record<'expired' | 'self_signed', { name: string; meaning: string }>
> = {
  expired: { name: 'expired_cert', meaning: 'serves a certificate whose time is over' },
  self_signed: { name: 'self_signed', meaning: 'serves a certificate signed with its own key' },
}
