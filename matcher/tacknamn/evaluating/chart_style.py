"""How pictures look in a page, light and dark; it follows the style sheet of the page itself."""

from tacknamn.reporting.page_style import STYLE

__all__ = ["CHART_STYLE", "PAGE_STYLE"]

CHART_STYLE = """
:root { --first: #0b5cad; --second: #a03a00; --third: #5b6b00; }
@media (prefers-color-scheme: dark) {
  :root { --first: #6fb1f5; --second: #ff9d5c; --third: #c3cf5a; }
}
svg { max-width: none; font: .8rem system-ui, sans-serif; }
svg text { fill: var(--ink); }
svg .small { font-size: .7rem; }
svg .c1 { fill: var(--first); }
svg .c2 { fill: var(--second); }
svg .c3 { fill: var(--third); }
svg .grid { stroke: var(--line); stroke-width: .5; }
svg .axis { stroke: var(--ink); stroke-width: 1.5; }
svg .dashed { stroke-dasharray: 5 4; }
svg .range { stroke: var(--first); stroke-width: 3; }
"""
PAGE_STYLE = STYLE + CHART_STYLE
