"""Photos of sheets printed with Cairn: found by their codes, flattened, read box by box, and decoded as the likeliest
sheet.

Nothing of a photo is kept, and only its pixels are looked at. This takes a third of a second and more, so it runs in a
process of its own. No real photographs have been measured: docs/decisions/0029-photographed.md.
"""
