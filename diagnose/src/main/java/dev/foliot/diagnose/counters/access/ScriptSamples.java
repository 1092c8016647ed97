package dev.foliot.diagnose.counters.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parses the samples of {@code perf script} with the fields of {@link #FIELDS}. Immutable.
 *
 * <p>Each line is a sample; perf prints the fields in a fixed order. The description of the data
 * source behind its number depends on perf's version and contains blanks; it is skipped. Lines of
 * any other form are counted, not interpreted.
 *
 * <p>[1] process_event and data_src__fprintf in tools/perf/builtin-script.c.
 *
 * @param samples in their order
 * @param unreadable the number of lines in another form
 * @param firstUnreadable the first of them, cut; empty for none
 * @param whole whether all fitted into the limit
 */
public record ScriptSamples(
    List<AccessSample> samples, int unreadable, Optional<String> firstUnreadable, boolean whole) {
  /** The fields requested from perf. */
  public static final String FIELDS = "tid,period,event,addr,data_src,weight,ip";

  private static final int MOST_SAMPLES = 400_000;
  private static final int LONGEST_LINE = 600;
  private static final int LONGEST_SHOWN = 80;
  private static final int RADIX = 16;
  private static final Pattern BLANKS = Pattern.compile(" +");
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{1,16}");
  private static final Pattern TID = Pattern.compile("[0-9]{1,9}");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
  private static final Pattern EVENT = Pattern.compile("\\S{1,200}:");

  // positions from the front
  private static final int PERIOD = 1;
  private static final int NAME = 2;
  private static final int ADDRESS = 3;
  private static final int SOURCE = 4;
  private static final int WORDS = 5;

  // positions from the end
  private static final int WEIGHT = 2;
  private static final int IP = 1;

  /** Keeps a copy. */
  public ScriptSamples {
    samples = List.copyOf(samples);
  }

  /** Parses perf's output. */
  public static ScriptSamples of(String text) {
    List<AccessSample> samples = new ArrayList<>();
    Optional<String> first = Optional.empty();
    int unreadable = 0;
    boolean whole = true;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      if (samples.size() == MOST_SAMPLES) {
        whole = false;
        break;
      }
      Optional<AccessSample> sample = parse(line);
      if (sample.isPresent()) {
        samples.add(sample.get());
      } else if (!line.isBlank()) {
        unreadable++;
        first = first.or(() -> Optional.of(cut(line)));
      }
    }
    return new ScriptSamples(samples, unreadable, first, whole);
  }

  private static Optional<AccessSample> parse(String line) {
    if (line.length() > LONGEST_LINE) {
      return Optional.empty();
    }
    String[] words = BLANKS.split(line.strip(), -1);
    int behind = words.length - WEIGHT;
    // behind the number of the source comes its description, the first word after a bar, or nothing
    if (behind < WORDS
        || (behind > WORDS && !words[WORDS].startsWith("|"))
        || !TID.matcher(words[0]).matches()
        || !NUMBER.matcher(words[PERIOD]).matches()
        || !EVENT.matcher(words[NAME]).matches()
        || !HEX.matcher(words[ADDRESS]).matches()
        || !HEX.matcher(words[SOURCE]).matches()
        || !NUMBER.matcher(words[behind]).matches()
        || !HEX.matcher(words[words.length - IP]).matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new AccessSample(
            Long.parseLong(words[0]),
            Math.max(1, Long.parseLong(words[PERIOD])),
            words[NAME].substring(0, words[NAME].length() - 1),
            hex(words[ADDRESS]),
            new AccessSample.DataSource(hex(words[SOURCE])),
            Long.parseLong(words[behind]),
            hex(words[words.length - IP])));
  }

  private static long hex(String digits) {
    return Long.parseUnsignedLong(digits, RADIX);
  }

  private static String cut(String line) {
    return line.strip().substring(0, Math.min(LONGEST_SHOWN, line.strip().length()));
  }
}
