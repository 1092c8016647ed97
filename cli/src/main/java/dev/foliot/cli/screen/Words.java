package dev.foliot.cli.screen;

import dev.foliot.text.Shown;
import org.jspecify.annotations.Nullable;

/** Foreign texts as a terminal shows them. */
public final class Words {
  private static final int LONGEST = 300;

  private Words() {}

  /** A text from outside, without what could command a terminal. */
  public static String shown(@Nullable String text) {
    return Shown.text(text, LONGEST);
  }

  /** The end of a text that is too long, where names differ. */
  public static String end(String text, int width) {
    return Shown.end(text, width);
  }
}
