package dev.foliot.steer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Reports each class as a line of JSON: {@code class}, {@code loader}, {@code wanted}, {@code
 * landed} and {@code reason}; for a loaded class also {@code address}, {@code offset} and {@code
 * fillers}. Safe for any thread.
 */
final class SteerResult {
  private static final int PRINTABLE = 0x20;

  private final Optional<Path> file;

  /** Appends to a file; empty for no report. */
  SteerResult(Optional<Path> file) {
    this.file = file;
  }

  /** Reports a loaded class. */
  void loaded(Steered one, long address) {
    int offset = (int) Math.floorMod(address, (long) Options.LINE_BYTES);
    boolean landed = offset == one.wanted();
    String reason =
        landed
            ? ""
            : "another class or the end of a chunk came between: start the program again, or name"
                + " the class alone";
    write(
        head(one.name(), one.loader().getClass().getName(), one.wanted())
            + ",\"address\":\"0x"
            + Long.toHexString(address)
            + "\",\"offset\":"
            + offset
            + ",\"fillers\":"
            + one.fillers()
            + tail(landed, reason));
  }

  /**
   * Reports a class that was not steered.
   *
   * @param loader the class of its loader; empty if unknown
   */
  void refused(String name, String loader, int wanted, String reason) {
    write(head(name, loader, wanted) + tail(false, reason));
  }

  private static String head(String name, String loader, int wanted) {
    return "{\"class\":" + quoted(name) + ",\"loader\":" + quoted(loader) + ",\"wanted\":" + wanted;
  }

  private static String tail(boolean landed, String reason) {
    return ",\"landed\":" + landed + ",\"reason\":" + quoted(reason) + "}\n";
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < PRINTABLE || c > '~') {
        String digits = Integer.toHexString(c);
        quoted.append("\\u").append("0000", 0, 4 - digits.length()).append(digits);
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  private synchronized void write(String line) {
    if (file.isEmpty()) {
      return;
    }
    try {
      Files.write(
          file.get(),
          line.getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException | RuntimeException e) {
      // a full disk must not harm the application; readers of the file will notice
      return;
    }
  }
}
