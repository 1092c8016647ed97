"""What the pages need to be a site as well as Markdown on GitHub.

Anchors are made as GitHub makes them. Links that leave docs lead to the repository. The navigation
lists the pages of a folder in the order of docs/README.md, then by name.
"""

import re
from pathlib import Path

LINK = re.compile(r"(\]\()((?:\.\./)+[^)\s]*)(\))")
FENCE = re.compile(r"^( *)(```|~~~)", re.M)


def slug(text, separator):
    kept = "".join(c for c in text.strip().lower() if c.isalnum() or c in " _-")
    return kept.replace(" ", separator)


def on_config(config):
    config.mdx_configs.setdefault("toc", {})["slugify"] = slug
    docs = Path(config.docs_dir)
    order = re.findall(r"\]\(([^)#]+\.md)", (docs / "README.md").read_text())
    for entry in config.nav:
        for title, target in entry.items():
            if (docs / target).is_dir():
                pages = sorted(p.relative_to(docs).as_posix() for p in (docs / target).glob("*.md"))
                pages.sort(key=lambda p: (not p.endswith("/README.md"), order.index(p) if p in order else len(order)))
                entry[title] = pages
    return config


def on_page_markdown(markdown, page, config, files):
    docs = Path(config.docs_dir).resolve()
    root = docs.parent
    here = (docs / page.file.src_path).parent

    def outward(match):
        path, _, anchor = match[2].partition("#")
        target = (here / path).resolve()
        if docs in [target, *target.parents]:
            return match[0] if target.suffix else f"{match[1]}{folder(target, here)}{match[3]}"
        if not target.exists():
            return match[0]
        kind = "tree" if target.is_dir() else "blob"
        url = f"{config.repo_url}/{kind}/main/{target.relative_to(root).as_posix()}"
        return f"{match[1]}{url}{'#' + anchor if anchor else ''}{match[3]}"

    return LINK.sub(outward, markdown)


def folder(target, here):
    """A folder of docs has no page: its first page stands for it."""
    import os

    pages = sorted(target.glob("*.md"))
    first = target / "README.md" if target / "README.md" in pages else (pages or [target])[0]
    return os.path.relpath(first, here)
