package dev.foliot.checks.specimens;

/** What a specimen suffers from, in the words of {@code foliot.diagnosis/1}. */
public enum Kind {
  /** Two threads or more write the same word, or one does and others read that very word. */
  TRUE_SHARING("true-sharing"),
  /** One thread writes a word, another reads a different one on its cache line. */
  FALSE_SHARING("false-sharing"),
  /** Nothing. */
  NONE("none");

  private final String text;

  Kind(String text) {
    this.text = text;
  }

  /** As it stands in JSON. */
  public String text() {
    return text;
  }
}
