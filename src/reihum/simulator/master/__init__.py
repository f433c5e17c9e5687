"""Master for the compiler."""
