"""A page as a stranger to its makers reads it: the forms on it, and whatever a strict policy would have to stop.

It uses no filter and no template of the product.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

#: Elements that never end.
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "path"}
_ADDRESSES = ("href", "src", "action", "formaction", "xlink:href", "data-stream", "hx-get", "hx-post")


@dataclass
class Form:
    """A form: where it goes, and what it would send if nothing were changed.

    Attributes:
        kinds: of each field: ``text``, ``hidden``, ``choice`` or ``password``.
    """

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)


class Page(HTMLParser):
    """Reads a page.

    Attributes:
        forms: its forms in order.
        unsafe: inline scripts, styles and handlers, and addresses that are none of a page.
        text: all that can be read on it.
    """

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[Form] = []
        self.unsafe: list[str] = []
        self.tags: list[str] = []
        self._pieces: list[str] = []
        self._form: Form | None = None
        self._area: str | None = None
        self._select: str | None = None
        self.feed(html)
        self.close()

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self._judge(tag, given)
        if tag == "form":
            self._form = Form(given.get("action", ""), given.get("method", "get").lower())
            self.forms.append(self._form)
        elif tag == "textarea":
            self._area = given.get("name")
            self._put(self._area, "", "text")
        elif tag == "select":
            self._select = given.get("name")
            self._put(self._select, "", "choice")
        elif tag == "option" and self._select and self._form is not None:
            if "selected" in given or not self._form.fields[self._select]:
                self._form.fields[self._select] = given.get("value", "")
        elif tag == "input":
            self._input(given)

    def _input(self, given: dict[str, str]) -> None:
        kind, name = given.get("type", "text"), given.get("name")
        if kind in ("radio", "checkbox"):
            if "checked" in given or (self._form is not None and name not in self._form.fields):
                self._put(name, given.get("value", "on"), "choice")
        elif kind not in ("submit", "button", "file"):
            kinds = {"hidden": "hidden", "password": "password"}
            self._put(name, given.get("value", ""), kinds.get(kind, "text"))

    def _put(self, name: str | None, value: str, kind: str) -> None:
        if self._form is not None and name:
            self._form.fields[name] = value
            self._form.kinds[name] = kind

    def _judge(self, tag: str, given: dict[str, str]) -> None:
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.unsafe.append(f"<{tag}> within the page")
        for name, value in given.items():
            if name.startswith("on") or name == "style" or name == "srcdoc":
                self.unsafe.append(f"{name}={value!r} on <{tag}>")
            address = "".join(value.split()).lower()
            foreign = address.startswith(("javascript:", "vbscript:", "data:text", "//"))
            if name in _ADDRESSES and foreign:
                self.unsafe.append(f"{name}={value!r} on <{tag}>")
        if tag in ("iframe", "object", "embed", "base", "applet", "marquee", "image"):
            self.unsafe.append(f"<{tag}>")
        if tag in ("script", "img", "link") and given.get("src", given.get("href", "/")).startswith("http"):
            self.unsafe.append(f"<{tag}> from elsewhere")

    def handle_data(self, data: str) -> None:
        if self._area is not None and self._form is not None:
            self._form.fields[self._area] += data
        else:
            self._pieces.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "textarea":
            if self._form is not None and self._area:
                value = self._form.fields[self._area]
                self._form.fields[self._area] = value.removeprefix("\n")  # as browsers read it
            self._area = None
        elif tag == "select":
            self._select = None
