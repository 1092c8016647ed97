package dev.foliot.linux.machine;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.Reading;
import java.nio.file.Path;

/**
 * How long the kernel has run (proc_uptime(5)). Immutable.
 *
 * @param seconds since it was started, suspension included; grain 0.01
 */
public record Uptime(double seconds) {
  /** Reads it from the kernel below {@code root}, usually "/". */
  public static Reading<Uptime> of(Path root) {
    return KernelFiles.attempt(
        root,
        files -> new Uptime(LoadAverage.decimal(files.text("proc/uptime", "mount /proc"), 0)));
  }
}
