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
}

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
  },
}
