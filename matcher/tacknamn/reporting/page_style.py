"""How the report's page looks: light and dark, on paper, on narrow screens.

Colours are named in pairs, ink on paper; a test holds every pair to a contrast of 7 to 1 (WCAG
AAA). No meaning is told by colour alone.
"""

__all__ = ["STYLE"]

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1a1a1a; --quiet: #4a4a4a; --line: #8a8a8a;
  --alarm-paper: #fdecea; --alarm-ink: #7a1010; --calm-paper: #e8f4ea; --calm-ink: #0f4d1c;
  --link: #0b3d91;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161616; --ink: #ededed; --quiet: #bdbdbd; --line: #7d7d7d;
    --alarm-paper: #3d1210; --alarm-ink: #ffc9c2; --calm-paper: #10301a; --calm-ink: #bdf0c8;
    --link: #a8c7ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.verdict { padding: .75rem 1rem; border: 1px solid; border-left-width: .5rem; font-weight: bold; }
.alarm { background: var(--alarm-paper); color: var(--alarm-ink); }
.calm { background: var(--calm-paper); color: var(--calm-ink); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding: .25rem 0; }
th, td { padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
tbody th { font-weight: normal; }
td, tbody th { overflow-wrap: anywhere; }
thead th { border-bottom: 2px solid var(--line); vertical-align: bottom; }
tbody tr { border-bottom: 1px solid var(--line); }
.number { text-align: right; white-space: nowrap; }
dl { color: var(--quiet); max-width: 48rem; }
dt { font-weight: bold; }
dd { margin: 0 0 .5rem 1rem; }
@media print { .wide { overflow: visible; } nav { display: none; } }
"""
