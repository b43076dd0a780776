// How other programs spell what the catalogue has a name for. A catalogue name in the same record counts before any of these.

/** The meaning of a key whose value is an address or name with its port. */
export const HOST_AND_PORT = 'host:port'

/**
 * By catalogue name, the spellings from the surest to the vaguest; case, accents, dashes, dots and blanks do not count. Those behind
 * the first line of a name are what tables are headed by in German, French, Spanish, Portuguese, Italian, Russian and Japanese.
 */
const SPELLINGS: Readonly<Record<string, string>> = {
  lastupdatetime:
    'last_seen last_seen_at last_observed observed_at seen_at last_updated last_updated_at updated_at update_time updated ' +
    'scan_time scanned_at scan_date probed_at @timestamp timestamp time datetime date ts ' +
    'zuletzt_gesehen letzte_aktualisierung scan_datum scan_zeit zeitstempel zeitpunkt zeit datum ' +
    'dernière_observation dernière_mise_à_jour date_du_scan date_et_heure horodatage heure ' +
    'visto_por_última_vez última_vez última_actualización fecha_de_escaneo fecha_y_hora fecha hora ' +
    'última_atualização data_da_varredura data_e_hora data/hora ultimo_aggiornamento data_e_ora ' +
    'последнее_обнаружение время_сканирования дата_сканирования дата_и_время дата время 最終確認日時 最終確認 スキャン日時 日時 タイムスタンプ',
  firstseen:
    'first_seen first_seen_at first_observed discovered_at created_at ' +
    'zuerst_gesehen erstmals_gesehen première_observation primera_vez visto_por_primera_vez primeira_vez первое_обнаружение 初回確認',
  host:
    'hostname fqdn ' +
    "rechnername rechner hostnamen hôte nom_d_hôte nom_d'hôte nom_d’hôte nom_de_l'hôte nombre_de_host nombre_del_host nombre_de_equipo " +
    'nome_do_host nome_host имя_хоста имя_узла хост узел ホスト名 ホスト',
  link: 'webadresse url-adresse adresse_web adresse_url dirección_web endereço_web indirizzo_web веб-адрес адрес_сайта ссылка',
  ip:
    'ip_address ip_addr ip_str address addr ipv4_address ipv6_address ' +
    'ip-adresse ipv4-adresse ipv6-adresse adresse_ip adresse_ipv4 adresse_ipv6 dirección_ip endereço_ip indirizzo_ip ' +
    'ip-адрес ip-адреса ipアドレス ip-адрес_хоста adresse dirección endereço indirizzo адрес アドレス',
  port:
    'port_number port_id ports open_ports offene_ports ports_ouverts puertos puertos_abiertos portas portas_abertas открытые_порты порты ' +
    'portnummer port-nr numéro_de_port puerto número_de_puerto porta porto número_da_porta порт номер_порта ポート ポート番号',
  base_protocol:
    'transport_protocol ip_protocol proto ' +
    'transportprotokoll protocole_de_transport protocolo_de_transporte транспортный_протокол トランスポート',
  protocol:
    'service_name service application_protocol app_protocol ' +
    'dienstname dienst nom_du_service servicio nombre_del_servicio serviço nome_do_serviço servizio служба сервис имя_службы サービス サービス名 ' +
    'protokoll protocole protocolo protocollo протокол プロトコル',
  status_code:
    'http_status http_status_code response_code status code statuscode code_http código_http código_de_estado код_ответа',
  title:
    'http_title page_title html_title website_title web_title site_title ' +
    'seitentitel titel titre titre_de_la_page título título_de_la_página título_da_página titolo заголовок заголовок_страницы タイトル ページタイトル',
  server: 'webserver http_server serveur_web servidor_web server_web веб-сервер webサーバー webサーバ',
  os:
    'operating_system os_name ' +
    "betriebssystem système_d'exploitation système_d’exploitation sistema_operativo sistema_operacional операционная_система ос オペレーティングシステム",
  product: 'produkt produktname produit producto produto prodotto продукт 製品 製品名',
  country: 'country_code country_iso_code iso_country_code country_code2 land pays país paese страна 国名',
  city: 'city_name stadt ville ciudad cidade città город 市区町村',
  as_organization: 'as_name as_org asn_org',
  jarm: 'jarm_hash',
  icon_hash: 'favicon_hash favicon_mmh3',
  icon_md5: 'favicon_md5_hash favicon_hash_md5',
  [HOST_AND_PORT]:
    'host:port ip:port address:port addr:port hostname:port hostport ip_port host/port ip/port endpoint ip-adresse:port rechner:port',
}

/** A catalogue name that a key means, and how vague the key is (0 is the surest). */
interface Spelled {
  readonly name: string
  readonly rank: number
}

function folded(key: string): string {
  const plain = key.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain.toLowerCase().replace(/[-_. ]/g, '')
}

const SPELLED: ReadonlyMap<string, Spelled> = new Map(
  Object.entries(SPELLINGS).flatMap(([name, keys]) =>
    keys.split(' ').map((key, rank) => [folded(key), { name, rank }] as const),
  ),
)

/** What a key of another program means; undefined for keys nobody agrees on. */
export function spelledBy(key: string): Spelled | undefined {
  return key.length > 40 ? undefined : SPELLED.get(folded(key))
}

/** Keys under which port scanners and tables say whether a port is open. */
const STATES: ReadonlySet<string> = new Set(
  'state status port_state port_status zustand état statut estado situação stato состояние статус 状態 ステータス 状态 端口状态'
    .split(' ')
    .map(folded),
)

/** Words for a port that is not open, by the word that Nmap has for it. */
const CLOSED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    closed: 'closed refused geschlossen zu fermé cerrado fechado chiuso закрыт 閉鎖 クローズ 关闭 已关闭',
    filtered: 'filtered blocked gefiltert filtré filtrado filtrato фильтруется フィルタ 过滤 被过滤',
    'open|filtered': 'open|filtered offen|gefiltert',
    'closed|filtered': 'closed|filtered',
    down: 'down dead offline unreachable',
    'without an answer': 'timeout timed-out no-response no_response',
  }).flatMap(([state, words]) => words.split(' ').map((word) => [folded(word), state] as const)),
)

const OPEN: ReadonlySet<string> = new Set(
  'open offen ouvert ouverte abierto abierta aberto aberta aperto aperta открыт открыто 開放 オープン 开放 开启'
    .split(' ')
    .map(folded),
)

/** Whether a key says that a port is open, which every record does. */
export function saysOpen(key: string, value: unknown): boolean {
  if (key.length > 40 || !STATES.has(folded(key))) return false
  return value === true || (typeof value === 'string' && OPEN.has(folded(value.trim().slice(0, 40))))
}

/** The state of a port that is not open, where a key and its value say so. */
export function closedState(key: string, value: unknown): string | undefined {
  if (key.length > 40 || !STATES.has(folded(key))) return undefined
  if (value === false) return 'closed'
  if (typeof value !== 'string') return undefined
  const word = folded(value.trim().slice(0, 40))
  // `fermée`, `cerrada`, `закрыто`.
  return (
    CLOSED.get(word) ??
    CLOSED.get(word.replace(/e$/, '')) ??
    CLOSED.get(word.replace(/a$/, 'o')) ??
    CLOSED.get(word.replace(/[оа]$/, ''))
  )
}
