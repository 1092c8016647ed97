package dev.foliot.study.file;

import java.util.List;

/** A study file that cannot be used. */
public final class StudyFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String[] complaints;

  StudyFileException(List<String> complaints) {
    super(String.join("\n", complaints));
    this.complaints = complaints.toArray(new String[0]);
  }

  /**
   * What is wrong, each as {@code FILE:LINE: what is wrong; the fix}, in the order of the lines.
   */
  public List<String> complaints() {
    return List.of(complaints);
  }
}
