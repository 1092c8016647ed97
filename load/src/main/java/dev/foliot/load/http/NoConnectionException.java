package dev.foliot.load.http;

/** A server that cannot be asked what it has. */
public final class NoConnectionException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int code;

  NoConnectionException(int code, Throwable cause) {
    super(cause);
    this.code = code;
  }

  /** The code of the failure. */
  public int code() {
    return code;
  }
}
