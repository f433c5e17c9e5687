"""How quick a call was (RULEBOOK §4): a stopwatch per connection, its pings, and the kernel's round trip."""
