package dev.foliot.linux.machine;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The mean number of threads running, waiting for a CPU, or waiting uninterruptibly
 * (proc_loadavg(5)). Immutable.
 *
 * @param oneMinute over about one minute
 * @param fiveMinutes over about five minutes
 * @param fifteenMinutes over about fifteen minutes
 */
public record LoadAverage(double oneMinute, double fiveMinutes, double fifteenMinutes) {
  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}\\.[0-9]{1,9}");

  /** Reads it from the kernel below {@code root}, usually "/". */
  public static Reading<LoadAverage> of(Path root) {
    return KernelFiles.attempt(
        root,
        files -> {
          KernelText text = files.text("proc/loadavg", "mount /proc");
          return new LoadAverage(decimal(text, 0), decimal(text, 1), decimal(text, 2));
        });
  }

  /** The word at {@code index}, which must be a decimal fraction such as 12.34. */
  static double decimal(KernelText text, int index) throws UnreadableException {
    List<String> words = text.words();
    if (index >= words.size() || !DECIMAL.matcher(words.get(index)).matches()) {
      throw text.malformed("numbers", text.text());
    }
    return Double.parseDouble(words.get(index));
  }
}
