"""What people ask of tables, whatever brings the question: HTTP on a server, messages of the page in a browser tab."""
