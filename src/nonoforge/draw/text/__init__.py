"""Text pictures of every family, for terminals and pipes."""
