"""QR codes as inline SVG."""

from __future__ import annotations

from markupsafe import Markup


def qr(address: str) -> Markup:
    """A QR code as inline SVG that takes the text's colour."""
    import segno

    code = segno.make(address, error="m", micro=False)
    return Markup(code.svg_inline(scale=1, border=2, omitsize=True, svgclass="qr", lineclass=None))  # noqa: S704
