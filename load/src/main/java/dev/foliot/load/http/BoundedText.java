package dev.foliot.load.http;

/**
 * A text with a limited number of character reads.
 *
 * <p>Without the limit a regular expression that backtracks over a hostile text would block the
 * event loop for ever.
 */
final class BoundedText implements CharSequence {
  /** The reads that a pattern may take per answer: some milliseconds at worst. */
  private static final int LOOKS = 500_000;

  private final CharSequence text;
  private final int[] left;

  /** Thrown by the read beyond the limit. */
  static final class ExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private ExhaustedException() {
      super("a pattern took too many steps", null, false, false);
    }
  }

  BoundedText(CharSequence text) {
    this(text, new int[] {LOOKS});
  }

  private BoundedText(CharSequence text, int[] left) {
    this.text = text;
    this.left = left;
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    if (--left[0] < 0) {
      throw new ExhaustedException();
    }
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return new BoundedText(text.subSequence(start, end), left);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
