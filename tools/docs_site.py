"""Hooks of mkdocs (mkdocs.yml names this module): pages outside ``docs/``, and links to them.

Pages are written so that their links work in the repository. Here links between pages are turned
into links of the site. A link to a file that is not a page, such as a source file, becomes its
text.
"""

import posixpath
import re
from collections.abc import Callable
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

__all__ = ["on_files", "on_page_markdown"]

ROOT = Path(__file__).parent.parent
ELSEWHERE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "NOTICE.md": "notice.md",
    "builders/tacknamn_builders/curation/README.md": "curation.md",
    "tests/essays/README.md": "essays.md",
}
"""Pages outside docs/, and their names in the site."""
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_CODE = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.DOTALL | re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that lie outside docs/."""
    for path, name in ELSEWHERE.items():
        files.append(File.generated(config, name, content=(ROOT / path).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite the links of a page, but not its code."""
    name = page.file.src_uri
    home = {site: path for path, site in ELSEWHERE.items()}.get(name, f"docs/{name}")
    parts = _CODE.split(markdown)
    parts[::2] = [_LINK.sub(_rewriter(home, name, files), part) for part in parts[::2]]
    return "".join(parts)


def _rewriter(home: str, name: str, files: Files) -> Callable[[re.Match[str]], str]:
    """What replaces a link of the page that lies at ``home`` and is ``name`` in the site."""

    def rewrite(link: re.Match[str]) -> str:
        picture, text, target = link.groups()
        path, hash_sign, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", target):
            return link[0]
        to = _site_name(posixpath.normpath(posixpath.join(posixpath.dirname(home), path)))
        if files.get_file_from_path(to) is None:
            return text
        relative = posixpath.relpath(to, posixpath.dirname(name) or ".")
        return f"{picture}[{text}]({relative}{hash_sign}{anchor})"

    return rewrite


def _site_name(path: str) -> str:
    return ELSEWHERE.get(path, path.removeprefix("docs/"))
