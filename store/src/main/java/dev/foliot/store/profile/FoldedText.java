package dev.foliot.store.profile;

import dev.foliot.store.StoreException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Stacks as folded text: a line for each stack. The line has its frames from the outermost on,
 * separated by semicolons, then a blank and its count. Flame graph tools read this format [1].
 * Bytes, lines, frames and the length of a frame are bounded.
 *
 * <p>[1] Gregg, <a href="https://www.brendangregg.com/flamegraphs.html">Flame Graphs</a>
 */
final class FoldedText {
  static final int MOST_BYTES = 4 << 20;
  static final int MOST_STACKS = 20_000;
  static final int MOST_FRAMES = 512;
  static final int LONGEST_FRAME = 300;

  /** A count below 10^12: sums of counts cannot overflow. */
  private static final Pattern LINE = Pattern.compile("(.+) ([1-9][0-9]{0,11})");

  private static final Pattern SLICE = Pattern.compile("([0-9]{1,3}):([1-9][0-9]{0,11})");

  private static final int REPLACEMENT = 0xFFFD;

  private FoldedText() {}

  /**
   * A text.
   *
   * @param slices a line for each of its lines: the slices in which the stack was seen, each with a
   *     colon and the count; empty if no stack has any
   * @param leftOut samples left out for lack of room
   */
  record Written(String text, String slices, long leftOut) {}

  /** Writes the most frequent stacks, up to the size limit. */
  static Written write(List<ProfileStack> stacks) {
    StringBuilder text = new StringBuilder();
    StringBuilder slices = new StringBuilder();
    int bytes = 0;
    int lines = 0;
    long leftOut = 0;
    Comparator<ProfileStack> order = Comparator.comparingLong(stack -> -stack.samples());
    List<ProfileStack> sorted = stacks.stream().sorted(order).toList();
    for (ProfileStack stack : sorted) {
      String line = line(stack);
      int length = line.getBytes(StandardCharsets.UTF_8).length;
      if (lines == MOST_STACKS || bytes + length > MOST_BYTES) {
        leftOut += stack.samples();
      } else {
        text.append(line);
        slices.append(slices(stack)).append('\n');
        bytes += length;
        lines++;
      }
    }
    return new Written(
        text.toString(),
        stacks.stream().allMatch(stack -> stack.slices().isEmpty()) ? "" : slices.toString(),
        leftOut);
  }

  private static String slices(ProfileStack stack) {
    return IntStream.range(0, stack.slices().size())
        .filter(i -> stack.slices().get(i) > 0)
        .mapToObj(i -> i + ":" + stack.slices().get(i))
        .collect(Collectors.joining(" "));
  }

  private static String line(ProfileStack stack) {
    List<String> frames = stack.frames();
    // the outermost frames go first: the running code is at the other end
    int from = Math.max(0, frames.size() - MOST_FRAMES);
    StringBuilder line = new StringBuilder();
    for (String frame : frames.subList(from, frames.size())) {
      line.append(line.isEmpty() ? "" : ";").append(frame(frame));
    }
    return line.append(' ').append(stack.samples()).append('\n').toString();
  }

  /** A name without characters that end the frame or the line. */
  private static String frame(String name) {
    StringBuilder frame = new StringBuilder();
    name.codePoints()
        .limit(LONGEST_FRAME)
        .map(c -> c == ';' ? ':' : isPrintable(c) ? c : REPLACEMENT)
        .forEach(frame::appendCodePoint);
    return frame.isEmpty() ? "?" : frame.toString();
  }

  private static boolean isPrintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  /**
   * Reads files of unknown origin.
   *
   * @param file for messages
   * @throws StoreException of kind {@code UNREADABLE}
   */
  static List<ProfileStack> read(Path file, byte[] bytes) {
    if (bytes.length > MOST_BYTES) {
      throw StoreException.unreadable(file, "it is longer than " + MOST_BYTES + " bytes", null);
    }
    List<ProfileStack> stacks = new ArrayList<>();
    int number = 0;
    for (String line : text(file, bytes).split("\n", -1)) {
      number++;
      if (line.isEmpty()) {
        continue;
      }
      if (stacks.size() == MOST_STACKS) {
        throw StoreException.unreadable(file, "it has more than " + MOST_STACKS + " lines", null);
      }
      stacks.add(stack(file, number, line));
    }
    return stacks;
  }

  /**
   * Adds the slices of stacks that were read.
   *
   * @param file for messages
   * @throws StoreException of kind {@code UNREADABLE}
   */
  static List<ProfileStack> sliced(List<ProfileStack> stacks, Path file, byte[] bytes) {
    if (bytes.length > MOST_BYTES) {
      throw StoreException.unreadable(file, "it is longer than " + MOST_BYTES + " bytes", null);
    }
    List<String> lines = text(file, bytes).lines().toList();
    if (lines.size() != stacks.size()) {
      throw StoreException.unreadable(
          file, "it has " + lines.size() + " lines for " + stacks.size() + " stacks", null);
    }
    List<ProfileStack> all = new ArrayList<>(stacks.size());
    for (int i = 0; i < lines.size(); i++) {
      ProfileStack stack = stacks.get(i);
      List<Long> slices = slices(file, i + 1, lines.get(i));
      if (slices.stream().mapToLong(count -> count).sum() != stack.samples()) {
        throw StoreException.unreadable(
            file, "its line " + (i + 1) + " has not as many samples as the stack", null);
      }
      all.add(new ProfileStack(stack.frames(), stack.samples(), slices));
    }
    return all;
  }

  private static List<Long> slices(Path file, int number, String line) {
    List<Long> slices = new ArrayList<>();
    for (String part : line.split(" ", -1)) {
      Matcher slice = SLICE.matcher(part);
      int index = slice.matches() ? Integer.parseInt(slice.group(1)) : -1;
      if (index < slices.size()) {
        throw StoreException.unreadable(
            file, "its line " + number + " is not slices with counts, in order", null);
      }
      slices.addAll(Collections.nCopies(index - slices.size(), 0L));
      slices.add(Long.parseLong(slice.group(2)));
    }
    return slices;
  }

  private static ProfileStack stack(Path file, int number, String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      throw StoreException.unreadable(
          file, "its line " + number + " does not end in a blank and a whole number", null);
    }
    String[] names = parts.group(1).split(";", -1);
    if (names.length > MOST_FRAMES) {
      throw StoreException.unreadable(
          file, "its line " + number + " has more than " + MOST_FRAMES + " frames", null);
    }
    List<String> frames = new ArrayList<>(names.length);
    for (String name : names) {
      frames.add(frame(name));
    }
    return new ProfileStack(frames, Long.parseLong(parts.group(2)));
  }

  private static String text(Path file, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw StoreException.unreadable(file, "it is not UTF-8", e);
    }
  }
}
