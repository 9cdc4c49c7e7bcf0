"""Rules and their pages, findings, suppressions, output formats."""
