package dev.foliot.linux.machine;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.SystemReason;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whether processors may exceed their nominal frequency (kernel documents "CPU Performance Scaling"
 * and "intel_pstate"). Immutable.
 *
 * @param on whether it may
 * @param source the file with the setting
 */
public record Turbo(boolean on, String source) {
  /** The files, and what each holds while turbo is on. */
  private static final Map<String, Long> SWITCHES =
      new TreeMap<>(
          Map.of(
              "sys/devices/system/cpu/cpufreq/boost", 1L,
              "sys/devices/system/cpu/intel_pstate/no_turbo", 0L));

  /** Reads it from the kernel below {@code root}, usually "/". */
  public static Reading<Turbo> of(Path root) {
    return KernelFiles.attempt(root, Turbo::read);
  }

  private static Turbo read(KernelFiles files) throws UnreadableException {
    for (Map.Entry<String, Long> entry : SWITCHES.entrySet()) {
      Optional<KernelText> text = files.textIfPresent(entry.getKey());
      if (text.isPresent()) {
        long value = text.get().number();
        if (value > 1) {
          throw text.get().malformed("switch", text.get().firstLine());
        }
        return new Turbo(value == entry.getValue(), text.get().file().toString());
      }
    }
    throw new UnreadableException(
        new SystemReason.FrequencyNotShown(
            SystemReason.FrequencySetting.TURBO,
            files.root().resolve("sys/devices/system/cpu").toString()));
  }
}
