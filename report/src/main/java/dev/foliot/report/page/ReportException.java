package dev.foliot.report.page;

/** There is nothing to report of; the message says in one line why. */
public final class ReportException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ReportException(String message) {
    super(message);
  }
}
