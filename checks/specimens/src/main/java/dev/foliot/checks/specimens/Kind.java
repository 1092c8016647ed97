package dev.foliot.checks.specimens;

/** The problem of a specimen, in the words of {@code foliot.diagnosis/1}. */
public enum Kind {
  /** Two or more threads write the same word, or one does and others read it. */
  TRUE_SHARING("true-sharing"),
  /** One thread writes a word, another reads a different one on its cache line. */
  FALSE_SHARING("false-sharing"),
  /** No problem. */
  NONE("none");

  private final String text;

  Kind(String text) {
    this.text = text;
  }

  /** Its name in JSON. */
  public String text() {
    return text;
  }
}
