"""Reports: the questions that a game's ``report.toml`` lists, asked in order and written as pages, charts and CSV."""
