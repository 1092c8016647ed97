package dev.foliot.linux.machine;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;
import java.util.List;

/**
 * The counter behind the kernel's clocks, and so behind {@code System.nanoTime} (kernel document
 * "sysfs-devices-system-clocksource"). Immutable.
 *
 * @param current the one in use: tsc, kvm-clock, arch_sys_counter, hpet, ...
 * @param available the ones that could be, the best first; never empty
 */
public record ClockSource(String current, List<String> available) {
  private static final String DIRECTORY = "sys/devices/system/clocksource/clocksource0/";

  /** Copies the list. */
  public ClockSource {
    available = List.copyOf(available);
  }

  /** Reads it from the kernel below {@code root}, usually "/". */
  public static Reading<ClockSource> of(Path root) {
    return KernelFiles.attempt(root, ClockSource::read);
  }

  static ClockSource read(KernelFiles files) throws UnreadableException {
    KernelText available = files.text(DIRECTORY + "available_clocksource", "mount /sys");
    return new ClockSource(
        files.text(DIRECTORY + "current_clocksource", "mount /sys").requiredLine(),
        List.of(KernelText.BLANKS.split(available.requiredLine(), -1)));
  }
}
