package dev.foliot.apps.bank;

import java.io.IOException;

/** A kept connection was closed by the other side before it answered a byte. */
final class StaleConnectionException extends IOException {
  private static final long serialVersionUID = 1;

  StaleConnectionException(Throwable cause) {
    super("the remote system closed the connection", cause);
  }
}
