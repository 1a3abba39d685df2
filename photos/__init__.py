"""Photos of our own sheets: found by their codes, laid flat, read box by box, and made the likeliest sheet.

Nothing of a photo is kept, and nothing in it but its pixels is looked at. Slow (a third of a second and more), so it
runs in a process of its own. No real photographs have been measured: docs/decisions/0029-photographed.md.
"""
