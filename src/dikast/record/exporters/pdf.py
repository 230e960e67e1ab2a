"""A ruling as a tagged PDF, the same bytes for the same case. Must not know what stands on the paper.

The printer of pages is WeasyPrint, which is part of the platform's extra; it is imported only here and only when
asked for. It may read our own typefaces and nothing else, neither files nor the network.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from dikast.core.problems import InputError, Problem
from dikast.record.exporters import typefaces
from dikast.record.exporters.paper import paper

_FONTS: Final = "https://fonts.invalid/"


def pdf(document: Mapping[str, object], tongue: str = "", address: str = "") -> bytes:
    """Return the ruling of a case as PDF/UA: tagged, with its language and reading order.

    Args:
        document: a case that has been read and checked before.
        tongue: the language of the apparatus, by default the debate's own as on the page.
        address: where the ruling can be read, for the foot of every page; "" leaves it out.

    Raises:
        InputError: where the packages that make PDF are not installed.
    """
    try:
        from weasyprint import CSS, HTML
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher, URLFetcherResponse
    except (ImportError, OSError) as error:
        hint = "Install Dikast with its platform: pip install 'dikast[web]'"
        raise InputError(Problem("export.no-package", "pdf", f"PDF needs WeasyPrint: {error}", hint)) from error
    fetcher, fonts = _fetcher(URLFetcher, URLFetcherResponse), FontConfiguration()
    text = paper(document, tongue, address)
    faces = CSS(string=typefaces.faces(), base_url=_FONTS, url_fetcher=fetcher, font_config=fonts)
    made: bytes = HTML(string=text, base_url="about:blank", url_fetcher=fetcher, media_type="print").write_pdf(
        stylesheets=[faces],
        font_config=fonts,
        pdf_variant="pdf/ua-1",
        pdf_identifier=sha256(text.encode("utf-8", "replace")).digest()[:16],
    )
    return made


def _fetcher(url_fetcher: Any, response: Any) -> Any:
    """Return what WeasyPrint asks for files: it gives our typefaces and what the sheet itself holds, else refuses."""

    class OwnFiles(url_fetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> Any:
            name = url.removeprefix(_FONTS)
            if name != url and name in typefaces.names():
                return response(url, typefaces.opened(name), {"Content-Type": "font/ttf"})
            return super().fetch(url, headers)

    return OwnFiles(allowed_protocols=["data"])
