// Texts of the demonstration's pages, in the languages of their countries.

/** A language of pages. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ru' | 'zh' | 'ja' | 'ar'

/** Words of pages in one language. */
interface Phrases {
  readonly home: string
  readonly login: string
  readonly panel: string
  readonly shop: string
  readonly news: string
  readonly forbidden: string
  readonly maintenance: string
  /** The text of the first paragraph. */
  readonly welcome: string
  /** Letters for making further words of this language: syllables, or single characters. */
  readonly syllables: readonly string[]
}

const words = (text: string) => text.split(' ')

/** All languages. */
export const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: {
    home: 'Home',
    login: 'Login',
    panel: 'Control panel',
    shop: 'Online shop',
    news: 'News',
    forbidden: '403 Forbidden',
    maintenance: 'Site under maintenance',
    welcome: 'Welcome to our website. Please sign in to continue.',
    syllables: [],
  },
  de: {
    home: 'Startseite',
    login: 'Anmeldung',
    panel: 'Systemsteuerung',
    shop: 'Onlineshop für Bürobedarf',
    news: 'Aktuelles',
    forbidden: 'Zugriff verweigert',
    maintenance: 'Wartungsarbeiten',
    welcome: 'Herzlich willkommen auf unserer Seite. Bitte melden Sie sich an, um fortzufahren.',
    syllables: words(
      'schaf ten werk haus gärt müh stra ße berg lich keit ung ver bin dung wort über zeug mann',
    ),
  },
  fr: {
    home: 'Accueil',
    login: 'Connexion',
    panel: 'Panneau de contrôle',
    shop: 'Boutique en ligne',
    news: 'Actualités',
    forbidden: 'Accès refusé',
    maintenance: 'Site en maintenance',
    welcome: 'Bienvenue sur notre site. Veuillez vous connecter pour continuer.',
    syllables: words('mai son tra vail clé bou tique ser vice pré nom ville eau forêt lu mière'),
  },
  es: {
    home: 'Inicio',
    login: 'Iniciar sesión',
    panel: 'Panel de control',
    shop: 'Tienda en línea',
    news: 'Noticias',
    forbidden: 'Acceso denegado',
    maintenance: 'Sitio en mantenimiento',
    welcome: 'Bienvenido a nuestra página. Inicie sesión para continuar.',
    syllables: words('ca sa tra ba jo ciu dad ca mi no ma ña na ser vi cio puer ta luz'),
  },
  pt: {
    home: 'Início',
    login: 'Entrar no sistema',
    panel: 'Painel de controle',
    shop: 'Loja virtual',
    news: 'Notícias',
    forbidden: 'Acesso negado',
    maintenance: 'Site em manutenção',
    welcome: 'Bem-vindo ao nosso site. Entre para continuar.',
    syllables: words('ca sa tra ba lho ci da de ca mi nho ma nhã ser vi ço por ta são'),
  },
  ru: {
    home: 'Главная страница',
    login: 'Вход в систему',
    panel: 'Панель управления',
    shop: 'Интернет-магазин',
    news: 'Новости компании',
    forbidden: 'Доступ запрещён',
    maintenance: 'Технические работы',
    welcome: 'Добро пожаловать на наш сайт. Введите логин и пароль, чтобы продолжить.',
    syllables: words('про ста но ве ко ре ми да лю то гра фи сту бо ка ня ший ров ство ние тель ность'),
  },
  zh: {
    home: '网站首页',
    login: '登录页面',
    panel: '管理后台',
    shop: '在线商城',
    news: '公司新闻',
    forbidden: '禁止访问',
    maintenance: '系统维护中',
    welcome: '欢迎访问本网站，请输入用户名和密码登录系统。',
    syllables: [
      ...words(
        '数据 平台 服务 网络 安全 技术 公司 产品 信息 中心 文件 学校 城市 交通 医疗 教育 电力 水务 能源 设备 监控 智慧 工程 质量 报告 合同 项目 部门 系统 软件 开发 测试',
      ),
      ...'的一是在有中大为上个国我以要时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经',
    ],
  },
  ja: {
    home: 'ホームページ',
    login: 'ログイン',
    panel: '管理画面',
    shop: 'オンラインショップ',
    news: 'お知らせ',
    forbidden: 'アクセス禁止',
    maintenance: 'メンテナンス中',
    welcome: 'ようこそ。続行するにはログインしてください。',
    syllables: words(
      '会社 概要 製品 情報 サービス お問い 合わせ 採用 ニュース 技術 開発 東京 設備 管理 システム',
    ),
  },
  ar: {
    home: 'الصفحة الرئيسية',
    login: 'تسجيل الدخول',
    panel: 'لوحة التحكم',
    shop: 'متجر إلكتروني',
    news: 'أخبار الشركة',
    forbidden: 'الوصول مرفوض',
    maintenance: 'الموقع قيد الصيانة',
    welcome: 'مرحبا بكم في موقعنا. يرجى تسجيل الدخول للمتابعة.',
    syllables: words('خدمة شبكة مركز شركة نظام مدرسة مدينة صحة نقل طاقة بيانات أمن'),
  },
}
