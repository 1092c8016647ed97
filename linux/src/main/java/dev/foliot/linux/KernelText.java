package dev.foliot.linux;

import dev.foliot.linux.reason.SystemReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The text of a file, with its path for error messages. */
public record KernelText(Path file, String text) {
  public static final Pattern BLANKS = Pattern.compile("[ \t]+");

  private static final int LONGEST_VALUE = 1_000;
  private static final int LONGEST_QUOTE = 60;

  /**
   * The lines. Only a line feed ends one, since the name of a thread may contain a carriage return.
   */
  public List<String> lines() {
    return List.of(text.split("\n", -1));
  }

  /** The first line, without blanks around it; empty when the file is. */
  public String firstLine() throws UnreadableException {
    return value("line", lines().getFirst());
  }

  /** The first line, which must not be empty. */
  public String requiredLine() throws UnreadableException {
    String line = firstLine();
    if (line.isEmpty()) {
      throw malformed("line", line);
    }
    return line;
  }

  /** The value after the colon of the first line that is about {@code key}. */
  public Optional<String> field(String key) throws UnreadableException {
    Optional<String> raw = rawField(key);
    return raw.isEmpty() ? raw : Optional.of(value(key, raw.get()));
  }

  public String requiredField(String key) throws UnreadableException {
    return field(key).orElseThrow(() -> missing(key));
  }

  private Optional<String> rawField(String key) {
    for (String line : lines()) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.substring(0, colon).strip().equals(key)) {
        return Optional.of(line.substring(colon + 1));
      }
    }
    return Optional.empty();
  }

  /** The number after the blank of the line that is about {@code key}, as in cpu.stat. */
  public Optional<Long> keyed(String key) throws UnreadableException {
    for (String line : lines()) {
      String[] words = BLANKS.split(line, 3);
      if (words[0].equals(key)) {
        return Optional.of(number(key, words.length == 2 ? words[1] : line));
      }
    }
    return Optional.empty();
  }

  /** A field in the kernel's kB, which are units of 1,024 bytes. */
  public long kibField(String key) throws UnreadableException {
    String value = requiredField(key);
    long kib = value.endsWith(" kB") ? number(key, value.substring(0, value.length() - 3)) : -1;
    if (kib < 0 || kib > Long.MAX_VALUE / 1024) {
      throw malformed(key, value);
    }
    return kib * 1024;
  }

  /** The whole file as one number. */
  public long number() throws UnreadableException {
    return number("number", text);
  }

  /** A decimal number from 0 to 2^63-1, without a sign. */
  public long number(String what, String digits) throws UnreadableException {
    String stripped = digits.strip();
    if (!stripped.isEmpty() && stripped.chars().allMatch(c -> c >= '0' && c <= '9')) {
      try {
        return Long.parseLong(stripped);
      } catch (NumberFormatException e) {
        // Past 2^63-1: as malformed as a word.
      }
    }
    throw malformed(what, digits);
  }

  /** The first {@code count} words, which must be numbers. */
  public long[] numbers(String what, List<String> words, int count) throws UnreadableException {
    if (words.size() < count) {
      throw malformed(what, String.join(" ", words));
    }
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = number(what, words.get(i));
    }
    return numbers;
  }

  /** The first line as a list of CPUs; it may be longer than other values. */
  public CpuList cpuList() throws UnreadableException {
    return cpuList(lines().getFirst());
  }

  public CpuList cpuListField(String key) throws UnreadableException {
    return cpuList(rawField(key).orElseThrow(() -> missing(key)));
  }

  private CpuList cpuList(String list) throws UnreadableException {
    return CpuList.parse(list).toOptional().orElseThrow(() -> malformed("list of CPUs", list));
  }

  public List<String> words() {
    return List.of(BLANKS.split(text.strip(), -1));
  }

  public UnreadableException malformed(String what, String found) {
    return new UnreadableException(
        new SystemReason.FileMalformed(
            file.toString(),
            what,
            shortened(found),
            "look at what is mounted there; if this is a kernel's own file, report its text"));
  }

  public UnreadableException missing(String what) {
    return new UnreadableException(new SystemReason.FileLacks(file.toString(), what));
  }

  private String value(String what, String raw) throws UnreadableException {
    String value = raw.strip();
    if (value.length() > LONGEST_VALUE) {
      throw malformed(what, value);
    }
    return value;
  }

  public static String shortened(String text) {
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
  }
}
