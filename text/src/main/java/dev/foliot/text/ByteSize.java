package dev.foliot.text;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes in a user's notation: {@code NUMBER(kB|KiB|MB|MiB|GB|GiB)}. Pure. */
public final class ByteSize {
  private static final Pattern TEXT =
      Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?) ?(kB|KiB|MB|MiB|GB|GiB)");
  private static final long MOST = 1L << 44;

  private ByteSize() {}

  /**
   * Parses a number of bytes.
   *
   * @throws FoliotException for any other text, less than {@code least}, or more than 16 TiB
   */
  public static long parse(String text, long least) {
    return parse(text, least, MOST);
  }

  /**
   * Parses a number of bytes.
   *
   * @throws FoliotException for any other text, less than {@code least}, or more than {@code most}
   */
  public static long parse(String text, long least, long most) {
    Matcher size = TEXT.matcher(text.strip());
    if (!size.matches()) {
      throw FoliotException.usage(
          "'" + Shown.text(text) + "' is no size; write one with its unit, as in 512MiB or 2GB");
    }
    long bytes =
        new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(unit(size.group(2)))).longValue();
    if (bytes < least || bytes > most) {
      throw FoliotException.usage(
          Shown.text(text) + " is out of range; from " + shown(least) + " to " + shown(most));
    }
    return bytes;
  }

  private static String shown(long bytes) {
    return bytes < 1L << 20
        ? (bytes >> 10) + "KiB"
        : bytes < 1L << 30 ? (bytes >> 20) + "MiB" : (bytes >> 30) + "GiB";
  }

  private static long unit(String unit) {
    return switch (unit) {
      case "kB" -> 1_000;
      case "KiB" -> 1L << 10;
      case "MB" -> 1_000_000;
      case "MiB" -> 1L << 20;
      case "GB" -> 1_000_000_000;
      default -> 1L << 30;
    };
  }
}
