package dev.foliot.load.yaml;

import java.util.List;

/** An unusable file. */
public final class YamlException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String[] complaints;

  YamlException(List<String> complaints) {
    super(String.join("\n", complaints));
    this.complaints = complaints.toArray(new String[0]);
  }

  /** The errors, each as {@code FILE:LINE: error; fix}, in the order of the lines. */
  public List<String> complaints() {
    return List.of(complaints);
  }
}
