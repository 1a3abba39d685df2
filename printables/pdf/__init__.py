"""What is done to a PDF after it was laid out: its form fields, its repeated pages, what lies under them."""
