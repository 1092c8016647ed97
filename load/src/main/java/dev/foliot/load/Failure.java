package dev.foliot.load;

/**
 * Why a request failed. A status that was not expected is a failure of its own for each status: the
 * codes from {@link #STATUS} on.
 */
enum Failure {
  /** Nobody listens at the target. */
  CONNECT_REFUSED(0, "connect refused"),
  /** The connection was not made in time. */
  CONNECT_TIME_OUT(1, "connect time-out"),
  /** The connection could not be made for another reason: no route, for example. */
  CONNECT_FAILED(2, "connect failed"),
  /** The driver ran out of file descriptors. */
  NO_DESCRIPTORS(3, "no file descriptors"),
  /** The driver ran out of local ports. */
  NO_PORTS(4, "no local ports"),
  /** The target reset the connection. */
  RESET(5, "reset"),
  /** The target closed the connection before the answer was whole. */
  CLOSED(6, "closed early"),
  /** There was no whole answer in time. */
  TIME_OUT(7, "time-out"),
  /** What came is no HTTP, or too long. */
  PROTOCOL(8, "protocol"),
  /** The answer was not like it should be. */
  CHECK(9, "check failed");

  /** A code that is no failure. */
  static final int NONE = -1;

  /** The code of a status that was not expected is this and the status. */
  static final int STATUS = 1_000;

  /** Codes are below this. */
  static final int CODES = 2_000;

  private static final Failure[] ALL = values();

  private final int code;
  private final String label;

  Failure(int code, String label) {
    this.code = code;
    this.label = label;
  }

  int code() {
    return code;
  }

  /** What a code is called in results. */
  static String label(int code) {
    if (code >= STATUS) {
      return "status " + (code - STATUS);
    }
    for (Failure failure : ALL) {
      if (failure.code == code) {
        return failure.label;
      }
    }
    throw new IllegalArgumentException(code + " is no code of a failure");
  }

  /** Whether no connection was made. */
  static boolean ofConnecting(int code) {
    return code >= 0 && code <= NO_PORTS.code;
  }

  /** Whether it is the driver's own want and not the target's doing. */
  static boolean ofDriver(String label) {
    return label.equals(NO_DESCRIPTORS.label) || label.equals(NO_PORTS.label);
  }
}
