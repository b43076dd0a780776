/** The style of the pages that the API itself serves; light and dark. */
export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d5dbe1, #39424c); --soft: light-dark(#f3f6f8, #1b2229); --ink: light-dark(#1b2733, #dfe6ec); --link: light-dark(#005a8c, #6db9e8); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: light-dark(#fff, #12171c); }
a { color: var(--link); }
h1 { margin: 0 0 .25rem; font-size: 1.9rem; }
h2 { margin: 2.5rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
code, pre, input, output { font: 14px/1.5 ui-monospace, monospace; }
code { padding: .05rem .25rem; border-radius: 3px; background: var(--soft); overflow-wrap: break-word; }
pre, output { display: block; padding: .75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--soft); overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { padding: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-weight: 600; }
nav ul { columns: 3 14rem; padding-left: 1.1rem; }
form { display: grid; grid-template-columns: max-content 1fr; gap: .4rem .75rem; align-items: center; }
input { width: 100%; padding: .35rem .5rem; border: 1px solid var(--line); border-radius: 4px; color: inherit; background: transparent; }
button { grid-column: 2; justify-self: start; padding: .4rem 1rem; border: 1px solid var(--link); border-radius: 4px; color: var(--link); background: transparent; font: inherit; cursor: pointer; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`
