"""Sphinx's settings for the site of documents."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.metadata import version as version_of
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref

from reihum.engine import Facts, contract
from tools.site_docs import look, reference

vars(contract)["Facts"] = Facts  # the module imports it for type checkers only, and Sphinx shows types too

project = "Reihum"
copyright = "the Reihum contributors"  # noqa: A001 – Sphinx's name
version = release = version_of("reihum")
html_title = "Reihum"
for public in filter(re.compile(r"reihum\.envs\.jax").match, reference.GUIDES):
    reference.load(public)  # before Sphinx does, which would need JAX
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.linkcode"]

suppress_warnings = ["misc.highlighting_failure"]  # code in documents may have an ellipsis
myst_heading_anchors = 6
nitpick_ignore_regex = [("py:(class|data|exc)", ".*")]  # types in signatures: not all of them are public

autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_display_short_literal_types = True
add_module_names = False
maximum_signature_line_length = 88

html_theme = "furo"
html_css_files = ["tokens.css", "style.css"]
html_favicon = str(look.ICON)
html_copy_source = False
html_show_sphinx = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"


def linkcode_resolve(_domain: str, info: dict[str, str]) -> str | None:
    """Where the page of a name's source is, from a page of the reference."""
    if not info["module"]:  # an entry that is not made from a docstring
        return None
    value: Any = import_module(info["module"])
    for name in info["fullname"].split("."):
        value = getattr(value, name, None)
    found = reference.find_source(getattr(value, "fget", None) or value)
    return f"../source/{found[0]}.html#line-{found[1]}" if found else None


def link_names(app: Any, doctree: nodes.document) -> None:
    """Let every name of the reference that a page writes as code lead to its entry."""
    modules = tuple(module for module in reference.GUIDES if f"api/{module}" in app.env.found_docs)
    for literal in list(doctree.findall(nodes.literal)):
        target = reference.find_entry(literal.astext(), modules)
        if target and not isinstance(literal.parent, nodes.reference | nodes.title | pending_xref):
            link = pending_xref(refdomain="py", reftype="obj", reftarget=target, refexplicit=True, refwarn=True)
            link["refdoc"] = app.env.docname
            literal.replace_self(link)
            link += literal


def mend(_app: Any, _page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """Mend what assistive technology stumbles over: headings without a level in the list of pages, code and tables that
    cannot be scrolled with keys, and parameters in lists of definitions without terms."""
    tree = context["furo_navigation_tree"]
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')
    body = re.sub(r'<(pre|div class="table-wrapper[^"]*")>', r'<\1 tabindex="0">', context.get("body", ""))
    context["body"] = re.sub(r"<dl>\n<dd>.*?</dl>", lambda found: _as_spans(found[0]), body, flags=re.DOTALL)


def _as_spans(html: str) -> str:
    return re.sub(r"<(/?)d([ld])>", lambda tag: "</span>" if tag[1] else f'<span class="parameters-{tag[2]}">', html)


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("html-page-context", mend, priority=900)  # after the theme
    app.connect("doctree-read", link_names)
