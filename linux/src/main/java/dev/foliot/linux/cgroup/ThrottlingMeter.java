package dev.foliot.linux.cgroup;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How often and how long a process's control groups exhausted their CPU quota, for many readings.
 * Its groups are looked up each {@value #READINGS} readings: processes are seldom moved. One
 * thread.
 */
public final class ThrottlingMeter {
  static final int READINGS = 100;

  private final Path root;
  private final long pid;
  private @Nullable CgroupLevels levels;
  private int left;

  ThrottlingMeter(Path root, long pid) {
    this.root = root;
    this.pid = pid;
  }

  /**
   * The sums since the groups were made. Unavailable when the process has ended, at the latest
   * after so many readings. After a process was moved they are those of its new groups.
   */
  public Reading<Throttling> read() {
    return KernelFiles.attempt(root, this::read);
  }

  private Throttling read(KernelFiles files) throws UnreadableException {
    CgroupLevels known = levels;
    if (known == null || --left < 0) {
      known = CgroupLevels.of(files, pid, "cpu");
      levels = known;
      left = READINGS;
    }
    return Throttling.read(files, known);
  }
}
