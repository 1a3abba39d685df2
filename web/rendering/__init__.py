"""Translation, templates, charts and QR codes: values become text and pictures."""
