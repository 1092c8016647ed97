package dev.foliot.hotspot.image;

/**
 * Thrown for unreadable or inconsistent target memory.
 *
 * <p>It ends a read from any depth, never leaves this module, and has no stack trace.
 */
public final class BadMemoryException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String what;

  /** Takes the error in one line, with the address or the field. */
  public BadMemoryException(String what) {
    super(what, null, false, false);
    this.what = what;
  }

  /** The error. */
  public String what() {
    return what;
  }

  /** Formats an address for a message. */
  public static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }
}
