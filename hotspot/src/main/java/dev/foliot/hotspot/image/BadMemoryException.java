package dev.foliot.hotspot.image;

/**
 * Says that memory could not be read, or that what it holds cannot be true. It ends an attempt to
 * read from any depth; never leaves the package, and has no stack trace.
 */
public final class BadMemoryException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String what;

  public BadMemoryException(String what) {
    super(what, null, false, false);
    this.what = what;
  }

  public String what() {
    return what;
  }

  /** An address as it is written in every message. */
  public static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }
}
