package dev.foliot.steer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Says what came of each class, a line of JSON for each: {@code class}, {@code loader}, {@code
 * wanted}, {@code landed} and {@code reason}; where it was loaded, {@code address}, {@code offset}
 * and {@code fillers} too. Safe for any thread.
 */
final class SteerResult {
  private static final int PRINTABLE = 0x20;

  private final Optional<Path> file;

  /** To the end of a file; empty for nowhere. */
  SteerResult(Optional<Path> file) {
    this.file = file;
  }

  /** A class lies in memory. */
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
   * A class was not steered.
   *
   * @param loader the class of its loader; empty where none is known
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
      // the application is not to suffer from a disk that is full; who waits for the file sees it
      return;
    }
  }
}
