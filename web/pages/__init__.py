"""The pages, a file for each thing that a person does in a browser: routes and forms."""
