-- The help articles by word. Virtual tables are beyond the schema's language; the rows are written at start.
CREATE VIRTUAL TABLE help_articles USING fts5 (
  article_key UNINDEXED,
  title,
  body,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
