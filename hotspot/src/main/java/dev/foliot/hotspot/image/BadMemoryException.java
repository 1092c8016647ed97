package dev.foliot.hotspot.image;

/**
 * Memory could not be read, or what it holds cannot be true.
 *
 * <p>It ends a read from any depth, never leaves this module, and has no stack trace.
 */
public final class BadMemoryException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String what;

  /** For what is wrong, in one line with the address or the field. */
  public BadMemoryException(String what) {
    super(what, null, false, false);
    this.what = what;
  }

  /** What is wrong. */
  public String what() {
    return what;
  }

  /** An address as it is written in every message. */
  public static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }
}
