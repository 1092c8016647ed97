package dev.foliot.study.file;

import java.util.List;

/** An unusable study file. */
public final class StudyFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String[] complaints;

  StudyFileException(List<String> complaints) {
    super(String.join("\n", complaints));
    this.complaints = complaints.toArray(new String[0]);
  }

  /** The errors, each as {@code FILE:LINE: error; fix}, in the order of the lines. */
  public List<String> complaints() {
    return List.of(complaints);
  }
}
