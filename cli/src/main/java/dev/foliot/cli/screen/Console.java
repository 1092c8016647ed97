package dev.foliot.cli.screen;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where a command prints: its result to one stream and everything else to the other.
 *
 * @param out the result, and nothing else
 * @param err progress, warnings and errors
 * @param showsProgress whether the second stream is a terminal
 * @param ink what the first stream can show
 * @param answers what a person types; null where nobody can be asked
 */
public record Console(
    PrintStream out,
    PrintStream err,
    boolean showsProgress,
    Ink ink,
    @Nullable BufferedReader answers) {
  /** Set by the launcher, which knows which of the standard streams are a terminal. */
  private static final String PROGRESS_PROPERTY = "foliot.progress";

  private static final String COLOUR_PROPERTY = "foliot.colour";
  private static final String INPUT_PROPERTY = "foliot.input";

  /** Streams without colour, where nobody can be asked. */
  public Console(PrintStream out, PrintStream err, boolean showsProgress) {
    this(out, err, showsProgress, Ink.PLAIN, null);
  }

  /** The standard streams, as the launcher found them. */
  public static Console standard(PrintStream out) {
    boolean showsProgress = Boolean.getBoolean(PROGRESS_PROPERTY);
    boolean canAsk = showsProgress && Boolean.getBoolean(INPUT_PROPERTY);
    return new Console(
        out,
        System.err,
        showsProgress,
        Ink.of(Boolean.getBoolean(COLOUR_PROPERTY), System.getenv()),
        canAsk
            ? new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()))
            : null);
  }

  /** One line for a person. */
  public void error(String message) {
    err.println("foliot: " + message);
  }

  /** Whether a person can be asked. */
  public boolean canAsk() {
    return answers != null;
  }

  /**
   * Asks a person a question; anything but yes is no.
   *
   * @throws IllegalStateException where nobody can be asked
   */
  public boolean isConfirmed(String question) {
    BufferedReader reader = answers;
    if (reader == null) {
      throw new IllegalStateException("nobody can be asked");
    }
    err.print(question + " [y/N] ");
    err.flush();
    try {
      String answer = reader.readLine();
      String word = answer == null ? "" : answer.strip().toLowerCase(Locale.ROOT);
      return word.equals("y") || word.equals("yes");
    } catch (IOException e) {
      return false;
    }
  }
}
