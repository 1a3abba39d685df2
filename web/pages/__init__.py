"""What a person does in a browser: a file for each thing, routes and forms."""
