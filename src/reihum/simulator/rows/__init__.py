"""The row games for the compiler."""
