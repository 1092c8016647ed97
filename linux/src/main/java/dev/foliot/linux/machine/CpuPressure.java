package dev.foliot.linux.machine;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time some thread was ready to run without a CPU (kernel document "PSI - Pressure Stall
 * Information"). Immutable.
 *
 * @param someTotalUs microseconds since the kernel's start; it only grows
 */
public record CpuPressure(long someTotalUs) {
  private static final Pattern TOTAL = Pattern.compile("some .*total=([0-9]+)");

  /** Reads it from the kernel below {@code root}, usually "/". */
  public static Reading<CpuPressure> of(Path root) {
    return KernelFiles.attempt(root, CpuPressure::read);
  }

  private static CpuPressure read(KernelFiles files) throws UnreadableException {
    KernelText text =
        files.text(
            "proc/pressure/cpu", "use Linux 4.20 or later with CONFIG_PSI, started with psi=1");
    Matcher total = TOTAL.matcher(text.firstLine());
    if (!total.matches()) {
      throw text.malformed("line", text.firstLine());
    }
    return new CpuPressure(text.number("total", total.group(1)));
  }
}
