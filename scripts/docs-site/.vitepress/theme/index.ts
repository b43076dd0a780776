// The generator's own theme with the fonts of the system and the colours of the page.
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
